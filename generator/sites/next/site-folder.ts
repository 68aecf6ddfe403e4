import { dirname } from "node:path";
import { filesIn } from "../data/files/find-files.ts";
import type { SiteFile } from "../data/read-text.ts";
import type { OwnConfig } from "../model.ts";

/** The folder of a site of Next.js, and its configuration. */
export interface NextSite {
  readonly folder: string;
  readonly config: SiteFile | null;
}

export const NEXT_CONFIG = "next.config.{js,mjs,cjs,ts,mts}";

/** Finds the folder of a site: the one with the configuration of Next.js, at or above a file of the site. */
export function nextSiteOf({ folder, top }: Pick<OwnConfig, "folder" | "top">): NextSite {
  for (let at = folder; ; at = dirname(at)) {
    const [config] = filesIn(at, { names: [NEXT_CONFIG], top });
    if (config !== undefined) return { folder: at, config };
    if (at === top || dirname(at) === at) return { folder, config: null };
  }
}
