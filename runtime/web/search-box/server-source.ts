import type { HitList, HitOptions, HitSource } from "./hit-source.ts";

/**
 * Asks `search.json` of a server.
 *
 * @param base Address of the server, with a final slash.
 */
export function createServerSource(base: URL): HitSource {
  return { hits: (query, options) => askServer(addressOf(base, query, options), options.signal) };
}

function addressOf(base: URL, query: string, { section, limit, perDoc }: HitOptions): URL {
  const address = new URL("search.json", base);
  const parameters = { q: query, limit: `${limit}`, perDoc: `${perDoc}` };
  address.search = `${new URLSearchParams(section ? { ...parameters, section } : parameters)}`;
  return address;
}

async function askServer(address: URL, signal: AbortSignal): Promise<HitList> {
  const where = address.origin + address.pathname;
  const response = await fetch(address, { signal }).catch((cause) => {
    throw new Error(`${where} cannot be reached.`, { cause });
  });
  const type = response.headers.get("Content-Type") ?? "none";
  // A site may answer with its start page where it has nothing.
  if (response.ok && type.startsWith("application/json")) return await response.json();
  throw new Error(`${where} answered with status ${response.status} and type ${type}.`);
}
