import { basename, resolve } from "node:path";
import type { SiteTree } from "./measure-site.ts";

/** Options as they are given, each once for every tree in turn. */
interface SiteFlags {
  readonly config?: unknown;
  readonly html?: unknown;
}

/**
 * Reads pairs of a tree and its truth.
 *
 * @throws {TypeError} if a tree has no truth
 */
export function siteTrees(paths: readonly string[], { config, html }: SiteFlags): SiteTree[] {
  if (paths.length === 0 || paths.length % 2 === 1) {
    throw new TypeError("Expected --sites DIR TRUTH, once for each tree.");
  }
  const given = (flags: unknown, at: number): string | undefined => {
    const value = Array.isArray(flags) ? flags[at] : undefined;
    return typeof value !== "string" || value === "-" ? undefined : resolve(value);
  };
  return Array.from({ length: paths.length / 2 }, (_, at) => {
    const truth = resolve(paths[2 * at + 1]!);
    return {
      name: basename(truth).replace(/(?:\.truth)?\.json$/, ""),
      root: resolve(paths[2 * at]!),
      truth,
      config: given(config, at),
      html: given(html, at),
    };
  });
}
