import { DocgateError } from "../../../corpus/error.ts";
import { parseRange, type Range } from "../../../corpus/net/address-guard.ts";
import { type Allowance, type OwnAddresses, parseHostName } from "./target.ts";

/**
 * The ranges that `1` allows: loopback and private networks. Link-local addresses are not among
 * them, because clouds serve credentials there; an operator who needs one lists it.
 */
const PRIVATE_RANGES = [
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "::1",
  "fc00::/7",
].map((text) => parseRange(text)!);

/** Words that are meant as a switch but could be host names. */
const SWITCH = /^(true|false|yes|no|on|off)$/i;

/** Used if this machine's addresses are not to be refused. */
const NONE: OwnAddresses = () => [];

/**
 * Parses the operator's opt-in: empty or `0` for the internet only, `1` for loopback, private
 * networks and every address of this machine, or a list such as
 * `10.1.0.0/16,receiver.internal,127.0.0.1`. A name on the list may resolve to any address.
 *
 * @param ownAddresses finds addresses to refuse unless they are allowed. Default: none.
 * @throws {DocgateError} `setting` if a part of the list is not a host name, address or range
 */
export function parseAllowance(text: string, ownAddresses = NONE): Allowance {
  const setting = text.trim();
  const nothing = { hosts: new Set<string>(), ranges: [], systemNames: false, ownAddresses };
  if (setting === "" || setting === "0") return nothing;
  if (setting === "1") {
    return { ...nothing, ranges: PRIVATE_RANGES, systemNames: true, ownAddresses: NONE };
  }
  const hosts = new Set<string>();
  const ranges: Range[] = [];
  for (const part of setting.split(",").map((part) => part.trim())) {
    const range = parseRange(part);
    if (range) ranges.push(range);
    else hosts.add(parseListedHost(part));
  }
  return { ...nothing, hosts, ranges };
}

function parseListedHost(text: string): string {
  const host = SWITCH.test(text) ? null : parseHostName(text);
  if (host !== null) return host;
  throw new DocgateError(
    "setting",
    `Cannot read the private addresses that notices may be sent to: "${text}" is not a host name, ` +
      'an address or a CIDR range. Expected "1" for all private networks, or a list such as ' +
      '"10.1.0.0/16,receiver.internal,127.0.0.1".',
  );
}
