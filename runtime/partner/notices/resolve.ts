import { lookup, Resolver } from "node:dns/promises";
import type { Allowance } from "./target.ts";

/** Finds all addresses of a host name. @throws if there are none */
export type Resolve = (
  host: string,
  options: { readonly signal: AbortSignal },
) => Promise<readonly string[]>;

export interface ResolveOptions {
  readonly allow: Allowance;
  /** Name servers to ask, as `address:port`; those of the system unless told. */
  readonly servers?: readonly string[];
}

/** A lost packet is sent again well within the deadline of an exchange. */
const QUERY = { timeout: 1500, tries: 3 };

/**
 * Asks DNS itself, not the system, for names that partners chose: the system's lookups wait in a
 * queue of few threads and cannot be given up, so a partner's dead name server would hold up the
 * notices of all. Names that the operator listed are looked up as the system does, in the hosts
 * file too.
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
