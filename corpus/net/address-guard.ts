import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network and the length of its prefix; a single address has the full length. */
export type Range = readonly [network: Address, prefixBits: number];

/** The only IPv6 addresses assigned to hosts on the internet (RFC 4291 §2.4, IANA). */
const GLOBAL_UNICAST_IPV6 = range("2000::/3");

/**
 * Ranges that are not for hosts on the internet (IANA special-purpose registries, RFC 6890), and
 * the one public address at which a cloud serves its own machines.
 */
const SPECIAL_RANGES = [
  "0.0.0.0/8", // this network: reaches the host itself
  "10.0.0.0/8", // private, RFC 1918
  "100.64.0.0/10", // shared by carriers, RFC 6598
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // Azure's WireServer, which hands out credentials
  "169.254.0.0/16", // link-local, with the metadata services of clouds
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112, RFC 7535
  "192.52.193.0/24", // AMT, RFC 7450
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112, RFC 7534
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
  "::/96", // unspecified, loopback, IPv4-compatible
  "::ffff:0:0/96", // IPv4-mapped
  "::ffff:0:0:0/96", // IPv4-translated, RFC 2765
  "64:ff9b::/96", // NAT64: holds any IPv4 address, RFC 6052
  "64:ff9b:1::/48", // local NAT64, RFC 8215
  "100::/64", // discard, RFC 6666
  "2001::/23", // Teredo and other protocols
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4: holds any IPv4 address
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation, RFC 9637
  "5f00::/16", // segment routing, RFC 9602
  "fc00::/7", // unique local
  "fe80::/10", // link-local
  "fec0::/10", // site-local, RFC 3879
  "ff00::/8", // multicast
].map(range);

/**
 * Checks that an address is one that a host on the internet may have. Anything unknown is not: an
 * address with a zone, or in an unusual spelling.
 */
export function isGlobalAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === null || SPECIAL_RANGES.some((special) => holds(special, address))) return false;
  if (address.kind() === "ipv6" && !holds(GLOBAL_UNICAST_IPV6, address)) return false;
  // Ranges that a later version of the library recognises are excluded too.
  return address.range() === "unicast";
}

export function isInRange(text: string, range: Range): boolean {
  const address = parseAddress(text);
  return address !== null && holds(range, address);
}

/** Checks that two texts spell the same address; text that is not an address equals nothing. */
export function isSameAddress(one: string, other: string): boolean {
  const address = parseAddress(one);
  return address !== null && address.toString() === parseAddress(other)?.toString();
}

/** Parses an address or a CIDR range. @returns null if it is neither */
export function parseRange(text: string): Range | null {
  const [network, prefix, ...rest] = text.split("/");
  const address = parseAddress(network!);
  if (address === null || rest.length > 0) return null;
  const fullBits = address.kind() === "ipv4" ? 32 : 128;
  if (prefix === undefined) return [address, fullBits];
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= fullBits ? [address, Number(prefix)] : null;
}

/** `isIP` is stricter than the library: it accepts no octal, hexadecimal or short form. */
function parseAddress(text: string): Address | null {
  return isIP(text) === 0 || text.includes("%") ? null : ipaddr.parse(text);
}

function range(text: string): Range {
  return parseRange(text)!;
}

function holds([network, prefixBits]: Range, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, prefixBits);
}
