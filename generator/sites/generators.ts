import type { SiteName } from "../config/site-settings.ts";
import { document } from "./document.ts";
import type { SiteGenerator } from "./model.ts";
import { nextra } from "./nextra.ts";

/** The site generators that docgate knows. */
export const GENERATORS: Readonly<Record<SiteName, SiteGenerator>> = {
  document,
  docusaurus: document,
  mkdocs: document,
  vitepress: document,
  starlight: document,
  hugo: document,
  mdbook: document,
  jekyll: document,
  nuxt: document,
  nextra,
  mintlify: document,
  fumadocs: document,
  github: document,
};
