import type { SiteName } from "../config/site-settings.ts";
import { document } from "./document.ts";
import { docusaurus } from "./docusaurus/docusaurus.ts";
import { hugo } from "./hugo.ts";
import { jekyll } from "./jekyll.ts";
import { mkdocs } from "./mkdocs/mkdocs.ts";
import type { SiteGenerator } from "./model.ts";
import { nextra } from "./nextra.ts";
import { starlight } from "./starlight/starlight.ts";

/** The site generators that docgate knows. */
export const GENERATORS: Readonly<Record<SiteName, SiteGenerator>> = {
  document,
  docusaurus,
  mkdocs,
  vitepress: document,
  starlight,
  hugo,
  mdbook: document,
  jekyll,
  nuxt: document,
  nextra,
  mintlify: document,
  fumadocs: document,
  github: document,
};
