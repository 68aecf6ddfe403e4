import ipaddr from "ipaddr.js";

/** A text that was read as a CIDR block. */
export type ParsedNetwork =
  | { readonly ok: true; readonly network: string }
  /** With the block that was probably meant, if there is one. */
  | { readonly ok: false; readonly suggestion?: string };

/** Every address. */
const EVERYWHERE: readonly string[] = ["0.0.0.0/0", "::/0"];

/** An address of IPv4 in the form of IPv6 begins with this many bits that are the same for all. */
const MAPPED_BITS = 96;

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Block = [Address, number];

/**
 * Reads a CIDR block and gives its normal form. A single address is a block too.
 *
 * @example
 * parseNetwork("192.0.2.0/24"); // { ok: true, network: "192.0.2.0/24" }
 * parseNetwork("192.0.2.7"); // { ok: true, network: "192.0.2.7/32" }
 * parseNetwork("192.0.2.7/24"); // { ok: false, suggestion: "192.0.2.0/24" }
 */
export function parseNetwork(text: string): ParsedNetwork {
  const [address = "", bits, ...rest] = text.trim().split("/");
  if (rest.length > 0 || !isPlainAddress(address)) return { ok: false };
  const parsed = ipaddr.parse(address);
  const most = parsed.kind() === "ipv4" ? 32 : 128;
  const given = bits ?? String(most);
  if (!/^\d{1,3}$/.test(given) || Number(given) > most) return { ok: false };
  return normalize(parsed, Number(given));
}

/**
 * Excludes what programs read in different ways: `10.1`, octal digits, zones of IPv6, and `::192.0.2.7`,
 * which is an address of IPv6.
 */
function isPlainAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return true;
  return (
    /^[\da-f:.]*:[\da-f:.]*$/i.test(text) && !/^::\d+\./.test(text) && ipaddr.IPv6.isValid(text)
  );
}

function normalize(address: Address, bits: number): ParsedNetwork {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS) {
    return normalize(address.toIPv4Address(), bits - MAPPED_BITS);
  }
  const start = `${startOf(address, bits)}/${bits}`;
  const given = `${address.toString()}/${bits}`;
  return start === given ? { ok: true, network: start } : { ok: false, suggestion: start };
}

/** Returns the first address of a block. */
function startOf(address: Address, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return ipaddr.fromByteArray(bytes).toString();
}

/** Blocks that are read already, by the list that they are from. */
const read = new WeakMap<readonly string[], readonly Block[]>();

function blocksOf(networks: readonly string[]): readonly Block[] {
  const known = read.get(networks);
  if (known) return known;
  const blocks = networks.map((network): Block => ipaddr.parseCIDR(network));
  read.set(networks, blocks);
  return blocks;
}

/**
 * Checks an address against CIDR blocks. It takes as long for one inside as for one outside.
 *
 * @param networks as {@link parseNetwork} returns them; null allows every address, and what is none
 */
export function isAllowed(address: string, networks: readonly string[] | null): boolean {
  // A zone is a matter of the machine that has the address.
  const bare = address.replace(/%.*$/s, "");
  const parsed = isPlainAddress(bare) ? ipaddr.process(bare) : null;
  const matches = blocksOf(networks ?? EVERYWHERE).filter((block) => isWithin(parsed, block));
  return networks === null || matches.length > 0;
}

function isWithin(address: Address | null, block: Block): boolean {
  return address?.kind() === block[0].kind() && address.match(block as [never, number]);
}
