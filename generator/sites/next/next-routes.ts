import { join } from "node:path";
import { filesBelow } from "../data/files/files-below.ts";
import { fileAt } from "../data/files/find-files.ts";
import { globText } from "../data/glob-text.ts";
import { readText } from "../data/read-text.ts";
import { appSegments, isDynamic } from "./app-address.ts";

interface RouteOptions {
  readonly top: string;
  /** Languages that addresses begin with; each stands for a dynamic first segment. */
  readonly locales: readonly string[];
  /** Text in the file of a route that shows pages of the tree. */
  readonly ownPages: RegExp;
}

const ROUTE = /^(?:page|route)\.(?:jsx?|tsx?)$/;
const SCRIPT = /\.(?:jsx?|tsx?)$/;

/**
 * Returns globs of the addresses that a site of Next.js makes from scripts, below its base. Routes that
 * show the pages of the tree are not among them, nor those that would match any address.
 *
 * @param site location of the folder of the site
 */
export async function routesOf(site: string, options: RouteOptions): Promise<string[]> {
  const globs: string[] = [];
  for (const name of ["app", "src/app"]) {
    for (const path of filesBelow(join(site, name), ROUTE)) {
      const segments = appSegments(path.split("/").slice(0, -1).join("/"));
      if (segments === null || (await showsPages(join(site, name, path), options))) continue;
      globs.push(...globsOf(segments, options));
    }
  }
  for (const name of ["pages", "src/pages"]) {
    for (const path of filesBelow(join(site, name), SCRIPT)) {
      const parts = path.replace(SCRIPT, "").split("/");
      if (parts.at(-1) === "index") parts.pop();
      if (parts.some((part) => part.startsWith("_"))) continue;
      globs.push(...globsOf(parts, options));
    }
  }
  return [...new Set(globs)];
}

async function showsPages(location: string, { top, ownPages }: RouteOptions): Promise<boolean> {
  const file = fileAt(location, top);
  return file !== null && ownPages.test((await readText(file)).text);
}

function globsOf(segments: readonly string[], { locales }: RouteOptions): string[] {
  const [first] = segments;
  if (first !== undefined && isDynamic(first) && !first.includes("...") && locales.length > 0) {
    const rest = segments.slice(1);
    return ["", ...locales].flatMap((locale) =>
      globsOf(locale === "" ? rest : [locale, ...rest], NONE),
    );
  }
  const globs = segments.map((segment) => {
    if (!isDynamic(segment)) return globText(segment);
    return segment.includes("...") ? "**" : "*";
  });
  const isOpen = globs.length > 0 && globs.every((glob) => glob.startsWith("*"));
  return isOpen ? [] : [`/${globs.join("/")}`];
}

const NONE: RouteOptions = { top: "", locales: [], ownPages: /$^/ };
