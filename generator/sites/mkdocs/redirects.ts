import type { Addresses } from "./addresses.ts";
import { type MkdocsFile, optionsOf } from "./settings-file.ts";

interface RedirectOptions {
  readonly base: string;
  readonly addresses: Addresses;
}

/** Reads `redirect_maps` of the plugin `redirects`: from files that are gone to files or addresses. */
export function redirectsOf(
  { plugins }: MkdocsFile,
  { base, addresses }: RedirectOptions,
): ReadonlyMap<string, string> {
  const maps = optionsOf(plugins.get("redirects"), "redirect_maps");
  const addressAt = (path: string) => {
    const [file = "", fragment] = path.split("#", 2);
    const address = `${base}${addresses.ofFile(file)}`;
    return fragment === undefined ? address : `${address}#${fragment}`;
  };
  return new Map(
    Object.entries(maps)
      .filter((entry): entry is [string, string] => typeof entry[1] === "string")
      .map(([from, to]) => [addressAt(from), /^https?:/i.test(to) ? to : addressAt(to)]),
  );
}
