import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { SiteSettings } from "../config/site-settings.ts";
import { filesIn } from "./data/files/find-files.ts";
import { type Redirects, readRedirects } from "./data/redirect-files.ts";
import { readSitemap } from "./data/sitemap.ts";
import { Elsewhere } from "./elsewhere.ts";
import type { SiteModel } from "./model.ts";

/** Files in which hosts find the redirects of a site. */
const REDIRECT_FILES = ["_redirects", "vercel.json", "netlify.toml"];

interface SitePlaces {
  readonly config: Config;
  readonly model: SiteModel;
  readonly settings: SiteSettings;
  /** True if pages have the addresses of the Documentation Query API, whatever site is around them. */
  readonly isDocument: boolean;
  readonly root: string;
  readonly folder: string;
  readonly top: string;
  readonly base: string;
}

/**
 * Reads which addresses a site serves without a page.
 *
 * @throws {DocgateError} `setting` if a file of redirects or the sitemap cannot be read
 */
export async function readElsewhere({
  config,
  model,
  settings,
  isDocument,
  root,
  folder,
  top,
  base,
}: SitePlaces): Promise<{ readonly elsewhere: Elsewhere; readonly notes: readonly string[] }> {
  const { elsewhere: own } = config;
  const configured = Array.isArray(own) ? own : (own.addresses ?? []);
  const sitemap = Array.isArray(own)
    ? []
    : await readSitemap({ location: join(root, own.sitemap), name: own.sitemap });
  const folders = settings.staticFolders.map((name) => join(folder, name));
  const places = isDocument ? [] : [folder, ...folders];
  const files: Redirects[] = model.redirectList === undefined ? [] : [model.redirectList];
  for (const place of new Set(places)) {
    for (const file of filesIn(place, { names: REDIRECT_FILES, top })) {
      files.push(await readRedirects(file));
    }
  }
  const ignored = files.flatMap((file) => file.ignored);
  return {
    elsewhere: new Elsewhere({
      patterns: [...configured, ...settings.elsewhere],
      sitemap: sitemap.map(pathOf),
      staticFolders: folders.map((location) => ({ location, base })),
      redirects: [{ exact: [...(model.redirects ?? [])], patterns: [] }, ...files],
    }),
    notes: ignored.map(({ name, line, source }) => {
      const place = line === null ? name : `${name}:${line}`;
      return `The redirect of "${source}" (${place}) is ignored: its pattern cannot be matched in linear time`;
    }),
  };
}

function pathOf(address: string): string {
  const path = URL.parse(address, "http://site.invalid")?.pathname ?? address;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
