import type { SiteName } from "../config/site-settings.ts";
import type { SiteGenerator } from "./model.ts";

/** A site generator before it is loaded: a tree needs at most one of them. */
interface KnownGenerator {
  /** How people write its name. */
  readonly title: string;
  /** Names or globs of its configuration: see `recognise`. */
  readonly files: readonly string[];
  readonly load: () => Promise<SiteGenerator>;
}

/** The site generators that docgate knows. */
export const GENERATORS: Readonly<Record<SiteName, KnownGenerator>> = {
  document: {
    title: "the Documentation Query API",
    files: [],
    load: async () => (await import("./document.ts")).document,
  },
  docusaurus: {
    title: "Docusaurus",
    files: ["docusaurus.config.{js,ts,mjs,cjs,mts,cts}"],
    load: async () => (await import("./docusaurus/docusaurus.ts")).docusaurus,
  },
  mkdocs: {
    title: "MkDocs",
    files: ["mkdocs.{yml,yaml}", "zensical.toml"],
    load: async () => (await import("./mkdocs/mkdocs.ts")).mkdocs,
  },
  vitepress: {
    title: "VitePress",
    files: [".vitepress/config.{js,ts,mjs,mts}", ".vitepress/config/index.{js,ts,mjs,mts}"],
    load: async () => (await import("./vitepress/vitepress.ts")).vitepress,
  },
  starlight: {
    title: "Starlight",
    files: ["astro.config.{mjs,js,ts,mts,cjs,cts}"],
    load: async () => (await import("./starlight/starlight.ts")).starlight,
  },
  hugo: {
    title: "Hugo",
    files: ["hugo", "config/_default/hugo", "config/_default/config", "config"].map(
      (name) => `${name}.{toml,yaml,yml,json}`,
    ),
    load: async () => (await import("./hugo.ts")).hugo,
  },
  mdbook: {
    title: "mdBook",
    files: ["book.toml"],
    load: async () => (await import("./mdbook/mdbook.ts")).mdbook,
  },
  jekyll: {
    title: "Jekyll",
    files: ["_config.{yml,yaml,toml}"],
    load: async () => (await import("./jekyll.ts")).jekyll,
  },
  nuxt: {
    title: "Nuxt Content",
    files: ["nuxt.config.{ts,mts,js,mjs}"],
    load: async () => (await import("./nuxt/nuxt.ts")).nuxt,
  },
  nextra: {
    title: "Nextra",
    files: [
      "next.config.{js,mjs,cjs,ts,mts}",
      "_meta.{js,jsx,ts,tsx,json}",
      "_meta.global.{js,jsx,ts,tsx}",
    ],
    load: async () => (await import("./nextra/nextra.ts")).nextra,
  },
  mintlify: {
    title: "Mintlify",
    files: ["docs.json", "mint.json"],
    load: async () => (await import("./mintlify/mintlify.ts")).mintlify,
  },
  fumadocs: {
    title: "Fumadocs",
    files: [
      "source.config.{ts,mts,js,mjs,tsx}",
      "lib/source.{ts,tsx,js,mjs}",
      "src/lib/source.{ts,tsx,js,mjs}",
    ],
    load: async () => (await import("./fumadocs/fumadocs.ts")).fumadocs,
  },
  github: {
    title: "GitHub",
    files: [],
    load: async () => (await import("./github.ts")).github,
  },
};
