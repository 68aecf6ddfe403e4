/** The two headers by which a browser tells where a request comes from. */
export interface Source {
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined;
}

/**
 * Whether a browser says that a request comes from the console's own pages. JSON is no exception:
 * a foreign page can send it with a plain form (H109).
 */
export function isFromOwnSite({ origin, site }: Source, consoleOrigin: string): boolean {
  return origin === undefined ? site === "same-origin" : origin === consoleOrigin;
}

/** Whether a browser says that a request comes from elsewhere; a script says nothing. */
export function isFromElsewhere(source: Source, consoleOrigin: string): boolean {
  const { origin, site } = source;
  const isSilent = origin === undefined && (site === undefined || site === "none");
  return !isSilent && !isFromOwnSite(source, consoleOrigin);
}
