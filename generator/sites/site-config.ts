import type { AnchorStyle } from "../config/anchor-styles.ts";
import type { Config } from "../config/config.ts";
import { Site, type SiteOptions } from "./site.ts";

/** A configuration in which the site has answered what it left open. */
export interface SiteConfig extends Omit<Config, "base" | "anchors" | "site" | "elsewhere"> {
  readonly site: Site;
  readonly base: string;
  readonly anchors: AnchorStyle;
}

/** Options with the configuration of a site. */
export type OnSite<Options> = Omit<Options, "config"> & { readonly config: SiteConfig };

export function configOf(options: SiteOptions): SiteConfig {
  const site = new Site(options);
  const { base, settings } = site;
  const rules = { ...defaultRules(site), ...options.config.rules };
  return { ...options.config, site, base, rules, anchors: settings.anchors };
}

/** Returns the severities that a site gives rules: plugins of MkDocs resolve names without definitions. */
function defaultRules({ generator }: Site): Config["rules"] {
  return generator === "mkdocs" ? { "undefined-reference": "off" } : {};
}
