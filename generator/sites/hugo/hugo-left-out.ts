import picomatch from "picomatch";
import { at, isMap, mapOf, textOf, textsOf } from "../data/values.ts";
import type { PageFacts } from "../model.ts";
import { factOf } from "./hugo-addresses.ts";
import type { HugoConfig } from "./hugo-config.ts";
import type { ContentPath, HugoContent } from "./hugo-content.ts";

interface PlacedPage {
  readonly page: PageFacts;
  readonly place: ContentPath;
  /** Path of its folder in the content, in its language. */
  readonly folder: string;
  readonly kind: "home" | "section" | "page";
}

/** Values that the pages below a folder inherit. */
interface Cascade {
  readonly folder: string;
  readonly isMatch: (placed: PlacedPage) => boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Returns the files of a Hugo site that it makes no page of: files that are part of a bundle, pages
 * that are not to be rendered by themselves or by a cascade, kinds and languages that are turned off.
 */
export function hugoLeftOut(
  pages: readonly PageFacts[],
  { config: { data }, content }: { readonly config: HugoConfig; readonly content: HugoContent },
): Set<string> {
  const placed = pages.flatMap((page) => placePage(page, content));
  const bundles = new Set(
    placed.filter(({ place }) => place.name === "index").map(({ folder }) => folder),
  );
  const cascades = [
    ...placed.flatMap(({ page, folder }) => cascadesOf(factOf(page, "cascade"), folder)),
    ...cascadesOf(data.cascade, ""),
  ].toSorted((left, right) => right.folder.length - left.folder.length);
  const kinds = new Set(textsOf(data.disablekinds).map((kind) => kind.toLowerCase()));
  const isIgnored = ignoring(data.ignorefiles);
  const isBuilt = (each: PlacedPage) =>
    !kinds.has(each.kind) &&
    !content.disabled.has(each.place.language) &&
    !isIgnored(`content/${each.page.path}`) &&
    !isInBundle(each, bundles) &&
    isRendered(each, cascades);
  const built = new Set(placed.filter(isBuilt).map(({ page }) => page.path));
  return new Set(pages.map(({ path }) => path).filter((path) => !built.has(path)));
}

function placePage(page: PageFacts, content: HugoContent): PlacedPage[] {
  const place = content.placeOf(page.path);
  if (place === null) return [];
  const isNode = place.name === "_index";
  const kind = !isNode ? "page" : place.folders.length === 0 ? "home" : "section";
  return [{ page, place, folder: place.folders.join("/"), kind }];
}

/** Tells whether a file only belongs to the page of a bundle, which is in its folder or above. */
function isInBundle({ place }: PlacedPage, bundles: ReadonlySet<string>): boolean {
  const { folders, name } = place;
  const own = name === "index" || name === "_index" ? 1 : 0;
  for (let length = folders.length - own; length > 0; length--) {
    if (bundles.has(folders.slice(0, length).join("/"))) return true;
  }
  return false;
}

function isRendered(placed: PlacedPage, cascades: readonly Cascade[]): boolean {
  const { page, folder } = placed;
  if (factOf(page, "headless") === true && placed.place.name === "index") return false;
  const inherited = cascades.filter(
    (each) =>
      (each.folder === "" || `${folder}/`.startsWith(`${each.folder}/`)) && each.isMatch(placed),
  );
  const sources = [page, ...inherited.map(({ values }) => ({ facts: values }))];
  const value = (key: string) =>
    sources.map((source) => factOf(source, key)).find((each) => each !== undefined);
  const draft = factOf(page, "draft") ?? inherited.map(({ values }) => values.draft)[0];
  const render = at(value("build") ?? value("_build"), "render");
  return draft !== true && render !== "never" && render !== "link" && render !== false;
}

/** Reads the cascades of a page or of the configuration: one, or a list. */
function cascadesOf(value: unknown, folder: string): Cascade[] {
  const all = (Array.isArray(value) ? value : [value]).filter(isMap);
  return all.map((cascade): Cascade => {
    const values = { ...mapOf(cascade.params), ...cascade };
    return { folder, values, isMatch: matcherOf(cascade.target ?? cascade._target) };
  });
}

function matcherOf(target: unknown): Cascade["isMatch"] {
  const one = Array.isArray(target) ? target : [target];
  const matchers = one.filter(isMap).map((each): Cascade["isMatch"] => {
    const path = textOf(each.path);
    const kind = textOf(each.kind);
    const language = textOf(each.lang);
    const isPath = path === undefined ? () => true : picomatch(path.toLowerCase(), { dot: true });
    const isKind = kind === undefined ? () => true : picomatch(kind);
    return (placed) =>
      isPath(logicalPath(placed)) &&
      isKind(placed.kind) &&
      (language === undefined || language === placed.place.language);
  });
  return matchers.length === 0 ? () => true : (placed) => matchers.some((match) => match(placed));
}

/** Returns the path by which Hugo knows a page: `/docs/install`. */
function logicalPath({ place: { folders, name } }: PlacedPage): string {
  const parts = name === "index" || name === "_index" ? folders : [...folders, name];
  return `/${parts.join("/")}`.toLowerCase();
}

/** Returns a test of the paths that the configuration ignores. An invalid expression matches nothing. */
function ignoring(value: unknown): (path: string) => boolean {
  const patterns = textsOf(value).flatMap((source) => {
    try {
      return [new RegExp(source, "u")];
    } catch {
      return [];
    }
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}
