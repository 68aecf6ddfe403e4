import type { PageSettings } from "../markdown/parse.ts";
import type { SiteConfig } from "../sites/site-config.ts";

/** Returns the settings that reading a page depends on. */
export function pageSettingsOf({ site, titles, maxPageBytes, search }: SiteConfig): PageSettings {
  return { site: site.ofPages, titles, maxPageBytes, search };
}
