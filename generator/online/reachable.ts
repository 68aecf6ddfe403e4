import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { DocgateError } from "../../corpus/error.ts";
import {
  isGlobalAddress,
  isInRange,
  parseRange,
  type Range,
} from "../../corpus/net/address-guard.ts";

/** The hosts that may be asked apart from those on the internet. */
export interface Allowance {
  /** Names in lower case. */
  readonly hosts: ReadonlySet<string>;
  readonly ranges: readonly Range[];
}

export const NO_PRIVATE: Allowance = { hosts: new Set(), ranges: [] };

/** Finds the addresses of a name, as the system does. */
export type LookUp = (host: string) => Promise<readonly string[]>;

/** Why a host is not asked. */
export type HostRefusal = "private" | "unknown-name" | "no-answer";

/** Thrown if a host is not asked. */
export class UnreachableHost extends Error {
  readonly why: HostRefusal;

  constructor(why: HostRefusal, options?: ErrorOptions) {
    super(`The host is not asked: ${why}`, options);
    this.why = why;
  }
}

/** RFC 6761, section 6.3: these names are loopback, whatever a resolver answers. */
const LOCALHOST = /(?:^|\.)localhost$/;

/**
 * Reads the private hosts that a person names: names, addresses and networks.
 *
 * @throws {DocgateError} `setting` for something else
 */
export function parseAllowance(named: readonly string[]): Allowance {
  const hosts = new Set<string>();
  const ranges: Range[] = [];
  for (const text of named) {
    const range = parseRange(text);
    if (range !== null) ranges.push(range);
    else if (/^[\w-]+(?:\.[\w-]+)*$/.test(text)) hosts.add(text.toLowerCase());
    else {
      const message = `--allow-private ${text}: expected a host name, an address or a network such as 10.0.0.0/8.`;
      throw new DocgateError("setting", message);
    }
  }
  return { hosts, ranges };
}

/**
 * Returns the addresses of a host that may be asked. One that may not be is enough to refuse the name.
 *
 * @param url with the host
 * @throws {UnreachableHost}
 */
export async function addressesOf(
  url: URL,
  {
    allow,
    lookUp = lookUpName,
  }: { readonly allow: Allowance; readonly lookUp?: LookUp | undefined },
): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const addresses = await known(host, lookUp);
  const mayReach = (address: string): boolean =>
    isGlobalAddress(address) ||
    allow.hosts.has(host) ||
    allow.ranges.some((range) => isInRange(address, range));
  if (!addresses.every(mayReach)) throw new UnreachableHost("private");
  return addresses;
}

async function known(host: string, lookUp: LookUp): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (LOCALHOST.test(host)) return ["127.0.0.1"];
  try {
    const addresses = await lookUp(host);
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    const isUnknown = (cause as NodeJS.ErrnoException).code === "ENOTFOUND";
    throw new UnreachableHost(isUnknown ? "unknown-name" : "no-answer", { cause });
  }
  throw new UnreachableHost("no-answer");
}

/** Looks a name up; addresses of IPv4 come first, because more machines have a way to them. */
async function lookUpName(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.sort((left, right) => left.family - right.family).map(({ address }) => address);
}
