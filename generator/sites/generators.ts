import type { SiteName } from "../config/site-settings.ts";
import { document } from "./document.ts";
import { docusaurus } from "./docusaurus/docusaurus.ts";
import type { SiteGenerator } from "./model.ts";
import { starlight } from "./starlight/starlight.ts";

/** The site generators that docgate knows. */
export const GENERATORS: Readonly<Record<SiteName, SiteGenerator>> = {
  document,
  docusaurus,
  mkdocs: document,
  vitepress: document,
  starlight,
  hugo: document,
  mdbook: document,
  jekyll: document,
  nuxt: document,
  nextra: document,
  mintlify: document,
  fumadocs: document,
  github: document,
};
