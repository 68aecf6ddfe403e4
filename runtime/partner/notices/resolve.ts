import { lookup, Resolver } from "node:dns/promises";
import type { Allowance } from "./target.ts";

/** Finds all addresses of a host name. @throws if there are none */
export type Resolve = (
  host: string,
  options: { readonly signal: AbortSignal },
) => Promise<readonly string[]>;

export interface ResolveOptions {
  readonly allow: Allowance;
  /** Name servers to ask, as `address:port`. Default: those of the system. */
  readonly servers?: readonly string[];
}

/** A lost packet is resent well before the deadline of an exchange. */
const QUERY = { timeout: 1500, tries: 3 };

/**
 * Resolves names chosen by partners over DNS, not through the system: the system's look-ups queue
 * for a few threads and cannot be aborted, so a partner's dead name server would delay the notices
 * of all. Names listed by the operator are looked up as the system does, hosts file included.
 */
export function createResolve({ allow, servers }: ResolveOptions): Resolve {
  return (host, { signal }) =>
    allow.systemNames || allow.hosts.has(host)
      ? lookUp(host)
      : queryAddresses(host, { signal, servers });
}

async function lookUp(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

interface QueryOptions {
  readonly signal: AbortSignal;
  readonly servers: readonly string[] | undefined;
}

async function queryAddresses(host: string, { signal, servers }: QueryOptions): Promise<string[]> {
  const resolver = new Resolver(QUERY);
  if (servers) resolver.setServers(servers);
  signal.addEventListener("abort", () => resolver.cancel(), { once: true });
  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = results.flatMap((result) =>
    result.status === "fulfilled" ? result.value : [],
  );
  if (addresses.length === 0) throw (results[0] as PromiseRejectedResult).reason;
  return addresses;
}
