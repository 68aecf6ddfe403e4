import ipaddr from "ipaddr.js";

/** Number of groups of an IPv6 address that identify the network; the host chooses the rest. */
const NETWORK_GROUPS = 4;

/** The network of everything that is not an address, which could change with each request. */
const UNKNOWN = "unknown";

/**
 * Returns the network that an address belongs to: an IPv4 address itself; for IPv6 the first 64
 * bits, since a single host owns all addresses that begin with them (RFC 4291 §2.5.4). Everything
 * that is not an address belongs to one network.
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
