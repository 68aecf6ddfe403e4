import ipaddr from "ipaddr.js";

/** The network of everything that is not an address, which could change with each request. */
const UNKNOWN = "unknown";

/** Lengths of IPv6 prefixes: of a single host, and of what one customer may have. */
export type PrefixBits = 64 | 56 | 48;

/**
 * Returns the network that an address belongs to: an IPv4 address itself; for IPv6 the first 64
 * bits, since a single host owns all addresses that begin with them (RFC 4291 §2.5.4). Providers give
 * a customer 256 or 65,536 such networks (RFC 6177): 56 or 48 bits are the same for all of them.
 * Everything that is not an address belongs to one network.
 *
 * @example
 * networkOf("::ffff:192.0.2.1"); // "192.0.2.1"
 * networkOf("2001:db8:0:7:a:b:c:d"); // "2001:db8:0:7::/64"
 * networkOf("2001:db8:0:7:a:b:c:d", 56); // "2001:db8:0:0::/56"
 */
export function networkOf(address: string, bits: PrefixBits = 64): string {
  if (!ipaddr.isValid(address)) return UNKNOWN;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const groups = parsed.parts.slice(0, Math.ceil(bits / 16));
  if (bits === 56) groups[3]! &= 0xff00;
  return `${groups.map((group) => group.toString(16)).join(":")}::/${bits}`;
}
