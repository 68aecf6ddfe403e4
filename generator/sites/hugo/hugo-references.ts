import { posix } from "node:path";
import type { FindReference, ReferencePage } from "../model.ts";
import type { ContentPath, HugoContent } from "./hugo-content.ts";

const NOWHERE = { isServed: false };

/**
 * Finds pages as Hugo's `ref` does: from the content's root, from the page's own folder, or by a name
 * that only one page has.
 */
export function hugoReferences(
  pages: readonly ReferencePage[],
  content: HugoContent,
): FindReference {
  const byPath = new Map<string, string>();
  const byName = new Map<string, string | null>();
  for (const { path } of pages) {
    const place = content.placeOf(path);
    if (place === null) continue;
    const { language } = place;
    const logical = logicalOf(place);
    byPath.set(keyOf(language, logical), path);
    const name = keyOf(language, posix.basename(logical));
    byName.set(name, byName.has(name) ? null : path);
  }
  return (reference, from) => {
    const place = content.placeOf(from);
    if (place === null) return NOWHERE;
    const { language, folders } = place;
    const find = (path: string) => byPath.get(keyOf(language, path));
    const at = (path: string | null | undefined) => (path ? { path } : NOWHERE);
    const target = withoutName(reference, content);
    if (reference.startsWith("/")) return at(find(target));
    const near = find(posix.join("/", ...folders, target)) ?? find(posix.join("/", target));
    return at(near ?? (target.includes("/") ? null : byName.get(keyOf(language, target))));
  };
}

function keyOf(language: string, path: string): string {
  return `${language}:${path.replace(/\/+$/, "").toLowerCase()}`;
}

/** Returns the path by which a page is known: that of its folder for an index. */
function logicalOf({ folders, name }: ContentPath): string {
  const parts = name === "index" || name === "_index" ? folders : [...folders, name];
  return `/${parts.join("/")}`;
}

/** Cuts off the extension and language of a file, and the name of an index. */
function withoutName(reference: string, { languages }: HugoContent): string {
  const name = reference.replace(/\.(?:md|markdown)$/i, "");
  const [, base, language] = /^(.+)\.([^./]+)$/.exec(name) ?? [];
  const path = language !== undefined && languages.has(language.toLowerCase()) ? base! : name;
  return path.replace(/(^|\/)_?index$/, "$1");
}
