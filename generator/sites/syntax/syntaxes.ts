import type { IncludeName, SyntaxName } from "../../config/site-settings.ts";
import { readContainers } from "./containers.ts";
import { readHeadingAttributes } from "./mdbook/headings.ts";
import { readHiddenLines } from "./mdbook/hidden-lines.ts";
import { readMdbookIncludes } from "./mdbook/includes.ts";
import { readListings } from "./mdbook/listings.ts";
import { readMdc } from "./mdc/mdc.ts";
import { readSnippets } from "./snippets.ts";
import type { Syntax } from "./syntax.ts";
import { readCurlyAttributes } from "./vitepress/attributes.ts";
import { readVitepressIncludes } from "./vitepress/includes.ts";
import { readVitepressSnippets } from "./vitepress/snippets.ts";
import { readVitepress } from "./vitepress/vitepress.ts";
import { readVue } from "./vitepress/vue.ts";

/** Ways to include other files, by name. */
export const INCLUDES: Readonly<Record<IncludeName, Syntax>> = {
  snippets: readSnippets,
  /** `<!--@include: ./x.md-->` */
  "vitepress-includes": readVitepressIncludes,
  /** `<<< @/file.ts` */
  "vitepress-snippets": readVitepressSnippets,
  /** `{{#include file.md:anchor}}` */
  mdbook: readMdbookIncludes,
};

/** Syntax beyond Markdown, by name. */
export const SYNTAXES: Readonly<Record<SyntaxName, Syntax>> = {
  /** `:::note Title` … `:::`: Docusaurus, Starlight, VitePress. */
  containers: readContainers,
  /** `{{ expression }}`, `@click="…"`: VitePress. */
  vue: readVue,
  /** `{#id .class}`: VitePress, and whatever else uses markdown-it-attrs. */
  "markdown-it-attrs": readCurlyAttributes,
  /** `[[toc]]`, `<Badge text="…" />`. */
  vitepress: readVitepress,
  /** `## Title { #id .class }` */
  "mdbook-headings": readHeadingAttributes,
  /** Lines of Rust that begin with `# `. */
  "mdbook-hidden-lines": readHiddenLines,
  /** `<Listing number="1-1" caption="…">`: the Rust book. */
  "mdbook-listings": readListings,
  /** `::component{title="A"}` … `::`: Nuxt Content. */
  mdc: readMdc,
};
