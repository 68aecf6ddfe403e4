import type { Addresses } from "./addresses.ts";
import { type MkdocsFile, optionsOf } from "./settings-file.ts";

/** Where addresses that are gone lead. */
interface Redirects {
  /** Address → address of the site, or of another. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Path of a page in the site's docs → the addresses that lead to it. */
  readonly byPage: ReadonlyMap<string, readonly string[]>;
}

interface RedirectOptions {
  readonly base: string;
  readonly addresses: Addresses;
}

/** Reads `redirect_maps` of the plugin `redirects`: from files that are gone to files or addresses. */
export function redirectsOf(
  { plugins }: MkdocsFile,
  { base, addresses }: RedirectOptions,
): Redirects {
  const maps = Object.entries(optionsOf(plugins.get("redirects"), "redirect_maps"));
  const found = new Map<string, string>();
  const byPage = new Map<string, string[]>();
  for (const [from, to] of maps) {
    if (typeof to !== "string") continue;
    const address = `${base}${addresses.ofFile(from)}`;
    const [file = "", fragment] = to.split("#", 2);
    if (/^https?:/i.test(to)) found.set(address, to);
    else {
      const end = fragment === undefined ? "" : `#${fragment}`;
      found.set(address, `${base}${addresses.ofFile(file)}${end}`);
      byPage.set(file, [...(byPage.get(file) ?? []), address]);
    }
  }
  return { addresses: found, byPage };
}
