/** The browser, or the script, that a request comes from. */
export interface Browser {
  /** The session cookie's value, valid or not. */
  readonly cookie: string | undefined;
  /** As `networkOf` returns it. */
  readonly network: string;
  /** In words: see {@link deviceOf}. */
  readonly device: string;
}

/** Names of browsers, each before those that its `User-Agent` names too. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\bWindows\b/, "Windows"],
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
] as const;

/**
 * Describes a browser in a few words, so that a person recognises it. Nothing else of what it sent is
 * kept.
 *
 * @example
 * deviceOf("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"); // "Firefox on Linux"
 * deviceOf("curl/8.9.1"); // "another program"
 */
export function deviceOf(userAgent: string | undefined): string {
  const named = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined) return "another program";
  return system === undefined ? browser : `${browser} on ${system}`;
}
