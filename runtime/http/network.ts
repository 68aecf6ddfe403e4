import ipaddr from "ipaddr.js";

/** Groups of an IPv6 address that name the network; what follows is the host's own choice. */
const NETWORK_GROUPS = 4;

/** All that is not an address counts for: it may be another with each request. */
const UNKNOWN = "unknown";

/**
 * The network that an address counts for: an IPv4 address itself, of IPv6 the first 64 bits, since
 * a single host has all addresses that begin with them (RFC 4291 §2.5.4). What is not an address is
 * in one network.
 *
 * @example
 * networkOf("::ffff:192.0.2.1"); // "192.0.2.1"
 * networkOf("2001:db8:0:7:a:b:c:d"); // "2001:db8:0:7::/64"
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return UNKNOWN;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
