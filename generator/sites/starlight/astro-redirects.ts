import {
  type AddressPattern,
  isCatchAll,
  isOpen,
  normalAddress,
  parsePattern,
  SPLAT_SYNTAX,
} from "../data/address-pattern.ts";
import type { Redirects } from "../data/redirect-files.ts";
import type { AstroFile } from "./astro-file.ts";

/** Returns the redirects of a configuration, whose addresses are below its base. */
export function redirectsOf({
  redirects,
  base,
}: Pick<AstroFile, "redirects" | "base">): Pick<Redirects, "exact" | "patterns"> {
  const exact: [string, string][] = [];
  const patterns: [AddressPattern, string][] = [];
  const whole = (address: string) =>
    !address.startsWith("/") || `${address}/`.startsWith(`${base}/`) ? address : base + address;
  for (const [from, to] of redirects) {
    const pattern = parsePattern(
      whole(from)
        .replace(/\[\.{3}\w+\]/g, "*")
        .replace(NAMED, ":$1"),
      SPLAT_SYNTAX,
    );
    if (pattern === null || isCatchAll(pattern)) continue;
    const target = whole(to)
      .replace(/\[\.{3}\w+\]/g, ":splat")
      .replace(NAMED, ":$1");
    if (isOpen(pattern)) patterns.push([pattern, target]);
    else exact.push([normalAddress(whole(from)), target]);
  }
  return { exact, patterns };
}

const NAMED = /\[(\w+)\]/g;
