import {
  type AddressPattern,
  decodeAddress,
  fillTarget,
  matchPattern,
  PATH_SYNTAX,
  parsePattern,
  segmentsOf,
} from "../data/address-pattern.ts";
import type { LiteralMap } from "../data/script/literal.ts";
import type { SettingReader } from "../data/script/setting-reader.ts";

interface Rewrite {
  readonly from: AddressPattern;
  readonly to: string;
}

/**
 * Reads `rewrites`: which path a page has on the site.
 *
 * @returns a function from the path of a file to that on the site
 */
export function readRewrites(config: LiteralMap, reader: SettingReader): (path: string) => string {
  const use = { instead: 'configure "site.addresses"' };
  const map = reader.map(config, "rewrites", use);
  const rewrites = Object.keys(map).flatMap((from): Rewrite[] => {
    const to = reader.text(map, from, { name: `rewrites["${from}"]`, ...use });
    // A parameter ends at a dot only if one follows it: `:page.md`.
    const pattern = from.startsWith("^") ? null : parsePattern(from, PATH_SYNTAX);
    if (pattern === null) reader.noteUnread(`rewrites["${from}"]`, use);
    return to === undefined || pattern === null ? [] : [{ from: pattern, to }];
  });
  return (path) => {
    const segments = segmentsOf(decodeAddress(path));
    for (const { from, to } of rewrites) {
      const values = matchPattern(from, segments);
      if (values !== null) return segmentsOf(fillTarget(to, values)).join("/");
    }
    return path;
  };
}
