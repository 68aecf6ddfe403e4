import type { SiteName } from "../config/site-settings.ts";
import { document } from "./document.ts";
import { docusaurus } from "./docusaurus/docusaurus.ts";
import { fumadocs } from "./fumadocs/fumadocs.ts";
import { github } from "./github.ts";
import { hugo } from "./hugo.ts";
import { jekyll } from "./jekyll.ts";
import { mdbook } from "./mdbook/mdbook.ts";
import { mintlify } from "./mintlify/mintlify.ts";
import { mkdocs } from "./mkdocs/mkdocs.ts";
import type { SiteGenerator } from "./model.ts";
import { nextra } from "./nextra/nextra.ts";
import { nuxt } from "./nuxt/nuxt.ts";
import { starlight } from "./starlight/starlight.ts";
import { vitepress } from "./vitepress/vitepress.ts";

/** The site generators that docgate knows. */
export const GENERATORS: Readonly<Record<SiteName, SiteGenerator>> = {
  document,
  docusaurus,
  mkdocs,
  vitepress,
  starlight,
  hugo,
  mdbook,
  jekyll,
  nuxt,
  nextra,
  mintlify,
  fumadocs,
  github,
};
