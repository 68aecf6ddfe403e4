-- Sends the bodies of a file, one a line, in turn, and tells what came of it in one line of JSON.
-- Arguments: the file, and how many requests came before. In a body, {{COUNT}} becomes the number
-- of the request, so that no two are the same, and {{PASS}} that of the pass through the file.

local bodies = {}
local count = 0
local only

function init(args)
  for line in io.lines(args[1]) do
    local before, name, after = line:match("^(.*){{(%u+)}}(.*)$")
    bodies[#bodies + 1] = { before or line, name, after }
  end
  count = tonumber(args[2])
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["Accept"] = "application/json"
  if #bodies == 1 and not bodies[1][2] then
    only = wrk.format(nil, nil, nil, bodies[1][1])
  end
end

function request()
  if only then return only end
  local before, name, after = unpack(bodies[count % #bodies + 1])
  local pass = math.floor(count / #bodies)
  count = count + 1
  if not name then return wrk.format(nil, nil, nil, before) end
  return wrk.format(nil, nil, nil, before .. (name == "COUNT" and count or pass) .. after)
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
