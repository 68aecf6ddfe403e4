import { parseConfig } from "../../generator/config/config.ts";
import type { PageSettings } from "../../generator/markdown/parse.ts";
import { pageSettingsOf } from "../../generator/read/page-settings.ts";
import { DOCUMENT } from "../../generator/sites/document.ts";
import { Elsewhere } from "../../generator/sites/elsewhere.ts";
import { configOf } from "../../generator/sites/site-config.ts";
import { SiteFiles } from "../../generator/sites/site-files.ts";

/** The settings of pages without a configuration. */
export const PAGE_SETTINGS: PageSettings = pageSettingsOf(
  configOf({
    generator: "document",
    model: { base: "/docs", settings: DOCUMENT },
    config: parseConfig({}),
    elsewhere: new Elsewhere({ patterns: [], sitemap: [], staticFolders: [], redirects: [] }),
    files: new SiteFiles({ root: ".", top: () => ".", served: [] }),
    notes: [],
    root: ".",
  }),
);
