/** The headers by which a browser states where a request comes from. */
export interface Source {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined;
}

/**
 * Checks that the browser says a request comes from the console's own pages. This applies to JSON
 * too: a foreign page can send it with a plain form (ATTACK-H109).
 *
 * Both headers must agree. The page's origin is the public one or, if the browser says that the
 * page is this server's, the name under which it was opened, such as `localhost` for `127.0.0.1`.
 */
export function isSameOrigin({ origin, site, host }: Source, consoleOrigin: string): boolean {
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined) return site === "same-origin";
  return origin === consoleOrigin || (site === "same-origin" && hostOf(origin) === host);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** Checks for a request that a browser says comes from elsewhere; a script says nothing. */
export function isCrossOrigin(source: Source, consoleOrigin: string): boolean {
  const { origin, site } = source;
  const isSilent = origin === undefined && (site === undefined || site === "none");
  return !isSilent && !isSameOrigin(source, consoleOrigin);
}
