/** A webhook, as far as its Origin is concerned. */
export interface OriginOwner {
  readonly origin: string;
  readonly organizationId: string;
}

/** The parts of an Origin that are mistyped most often, and the host without them. */
interface Parts {
  readonly scheme: string;
  /** Without `www.` and a dot at the end. */
  readonly host: string;
  readonly hasWww: boolean;
  readonly port: string;
}

/**
 * Finds the webhook whose Origin was probably meant: it has the same host, but another scheme, port or
 * `www.`, a path, or other letter case.
 *
 * @returns undefined if there is none, or the nearest ones belong to several organizations
 */
export function nearestOwner<Owner extends OriginOwner>(
  origin: string,
  owners: readonly Owner[],
): Owner | undefined {
  const wanted = partsOf(origin);
  if (!wanted) return undefined;
  const near = owners
    .map((owner) => ({ owner, distance: distanceTo(wanted, owner.origin) }))
    .filter(({ distance }) => distance !== null);
  const least = Math.min(...near.map(({ distance }) => distance!));
  const nearest = near.filter(({ distance }) => distance === least).map(({ owner }) => owner);
  const organizations = new Set(nearest.map(({ organizationId }) => organizationId));
  return organizations.size === 1 ? nearest[0] : undefined;
}

/** @returns the number of parts that differ; null if the host does */
function distanceTo(wanted: Parts, origin: string): number | null {
  const parts = partsOf(origin);
  if (parts?.host !== wanted.host) return null;
  const differences = [
    parts.scheme !== wanted.scheme,
    parts.hasWww !== wanted.hasWww,
    parts.port !== wanted.port,
  ];
  return differences.filter(Boolean).length;
}

function partsOf(origin: string): Parts | null {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(origin) ? origin : `https://${origin}`);
  if (!url?.hostname) return null;
  const host = url.hostname.replace(/\.$/, "");
  const bare = host.replace(/^www\./, "");
  return { scheme: url.protocol, host: bare, hasWww: bare !== host, port: url.port };
}
