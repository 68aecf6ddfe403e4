import type { HitList, HitOptions, HitSource } from "./hit-source.ts";

interface ServerSourceOptions {
  /** True to report which searches lead to a place. */
  readonly reportsClicks: boolean;
}

/**
 * Asks `search.json` of a server.
 *
 * @param base Address of the server, with a final slash.
 */
export function createServerSource(base: URL, { reportsClicks }: ServerSourceOptions): HitSource {
  function hits(query: string, { section, limit, perDoc, signal }: HitOptions): Promise<HitList> {
    const address = addressOf(base, {
      q: query,
      limit: `${limit}`,
      perDoc: `${perDoc}`,
      ...(section && { section }),
      ...(reportsClicks && { clicks: "1" }),
    });
    return askServer(address, signal);
  }
  if (!reportsClicks) return { hits };
  // A beacon is sent even if the page is left.
  return {
    hits,
    reportOpened: (query) => void navigator.sendBeacon(addressOf(base, { q: query })),
  };
}

function addressOf(base: URL, parameters: Record<string, string>): URL {
  const address = new URL("search.json", base);
  address.search = `${new URLSearchParams(parameters)}`;
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
