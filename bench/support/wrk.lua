-- Sends the bodies of a file, one per line, in turn, and prints the result as one line of JSON.
-- Arguments: the method, the file, and the number of earlier requests. With GET, the lines are paths.
-- In a line, {{COUNT}} becomes the number of the request, so that no two are the same, and {{PASS}}
-- the number of the pass through the file.

local lines = {}
local count = 0
local only

local function format(line)
  if wrk.method == "GET" then return wrk.format(nil, line) end
  return wrk.format(nil, nil, nil, line)
end

function init(args)
  wrk.method = args[1]
  for line in io.lines(args[2]) do
    local before, name, after = line:match("^(.*){{(%u+)}}(.*)$")
    lines[#lines + 1] = { before or line, name, after }
  end
  count = tonumber(args[3])
  if wrk.method == "POST" then wrk.headers["Content-Type"] = "application/json" end
  wrk.headers["Accept"] = "application/json"
  if #lines == 1 and not lines[1][2] then only = format(lines[1][1]) end
end

function request()
  if only then return only end
  local before, name, after = unpack(lines[count % #lines + 1])
  local pass = math.floor(count / #lines)
  count = count + 1
  if not name then return format(before) end
  return format(before .. (name == "COUNT" and count or pass) .. after)
end

function done(summary, latency)
  local errors = summary.errors
  local latencies = {}
  for i = 1, #latency do
    local microseconds, requests = latency(i)
    latencies[i] = string.format('[%g,%d]', microseconds / 1e3, requests)
  end
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"latencies":[%s],"refusals":%d,"errors":%d}\n',
    summary.requests, summary.duration / 1e6, table.concat(latencies, ','),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
