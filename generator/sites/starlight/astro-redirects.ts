import { globText } from "../data/glob-text.ts";
import type { AstroFile } from "./astro-file.ts";

/** The redirects of a configuration. */
interface AstroRedirects {
  /** Where addresses lead. */
  readonly exact: ReadonlyMap<string, string>;
  /** Globs of addresses with parts such as `[slug]`. */
  readonly globs: readonly string[];
}

/** Returns the redirects of a configuration, whose addresses are below its base. */
export function redirectsOf({
  redirects,
  base,
}: Pick<AstroFile, "redirects" | "base">): AstroRedirects {
  const whole = (address: string) =>
    !address.startsWith("/") || `${address}/`.startsWith(`${base}/`) ? address : base + address;
  const isOpen = ([from]: readonly [string, string]) => /\[[^\]]*\]/.test(from);
  const exact = redirects.filter((each) => !isOpen(each));
  return {
    exact: new Map(exact.map(([from, to]) => [whole(from), whole(to)])),
    globs: redirects
      .filter(isOpen)
      .map(([from]) => openGlob(whole(from)))
      // All addresses of the site would say nothing about what exists.
      .filter((glob) => !/^(?:\/\*+)+$/.test(glob)),
  };
}

/** Returns the glob of an address in which `[name]` is any part, and `[...name]` several. */
export function openGlob(address: string): string {
  return address
    .split(/(\[[^\]]*\])/)
    .map((part, at) => (at % 2 === 0 ? globText(part) : part.startsWith("[...") ? "**" : "*"))
    .join("");
}
