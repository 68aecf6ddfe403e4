import type { IdSyntax, IncludeName, SyntaxName } from "../../config/site-settings.ts";
import { readCodeIncludes } from "./code-includes.ts";
import { readContainers } from "./containers.ts";
import { readDefinitionTerms } from "./hugo/definition-terms.ts";
import { readGoldmark } from "./hugo/goldmark.ts";
import { readHugoIncludes } from "./hugo/hugo-includes.ts";
import { readShortcodes } from "./hugo/shortcodes.ts";
import { readIncludeMarkdown } from "./include-markdown.ts";
import { readJekyllIncludes } from "./jekyll/jekyll-includes.ts";
import { readKramdown } from "./jekyll/kramdown.ts";
import { readLiquid } from "./jekyll/liquid.ts";
import { readHeadingAttributes } from "./mdbook/headings.ts";
import { readHiddenLines } from "./mdbook/hidden-lines.ts";
import { readMdbookIncludes } from "./mdbook/includes.ts";
import { readListings } from "./mdbook/listings.ts";
import { readMdc } from "./mdc/mdc.ts";
import { readCodeNotations } from "./mdx/code-notations.ts";
import { readAttributeIds, readBracketIds, readTocMarks } from "./mdx/heading-marks.ts";
import { readIncludeElements } from "./mdx/include-elements.ts";
import { readSnippetElements } from "./mdx/snippet-elements.ts";
import { readTypedCode } from "./mdx/typed-code.ts";
import { readMdxImports } from "./mdx-imports.ts";
import { readAttributeLists } from "./python-markdown/attribute-lists.ts";
import { readFencedBlocks } from "./python-markdown/fenced-blocks.ts";
import {
  readAdmonitions,
  readDefinitionLists,
  readDetails,
  readTabs,
} from "./python-markdown/indented-blocks.ts";
import {
  readCritic,
  readHighlightedCode,
  readHighlights,
  readIcons,
  readKeys,
} from "./python-markdown/inline-syntax.ts";
import {
  readAbbreviations,
  readCommentHeadings,
  readFootnotes,
  readLiteralIds,
  readMarkdownInHtml,
  readObjects,
  readPythonMarkdown,
} from "./python-markdown/python-markdown.ts";
import { readTabIds } from "./python-markdown/tab-ids.ts";
import { readJinja } from "./python-markdown/templates.ts";
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
  /** `import Part from "./_part.mdx"` with `<Part />`: Docusaurus, Starlight. */
  "mdx-imports": readMdxImports,
  /** `<!--@include: ./x.md-->` */
  "vitepress-includes": readVitepressIncludes,
  /** `<<< @/file.ts` */
  "vitepress-snippets": readVitepressSnippets,
  /** `{{#include file.md:anchor}}` */
  mdbook: readMdbookIncludes,
  "code-includes": readCodeIncludes,
  "include-markdown": readIncludeMarkdown,
  /** `{{% include "x.md" %}}`: shortcodes of sites made with Hugo. */
  hugo: readHugoIncludes,
  /** `{% include x.md %}`: Jekyll. */
  jekyll: readJekyllIncludes,
  /** `<include>./part.mdx</include>`: Fumadocs. */
  "include-elements": readIncludeElements,
  /** `<Snippet file="part.mdx" />`: Mintlify. */
  "snippet-elements": readSnippetElements,
};

/** Ways to write the id of a heading, by name. */
export const HEADING_IDS: Readonly<Record<IdSyntax, Syntax>> = {
  attributes: readAttributeIds,
  brackets: readBracketIds,
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
  jinja: readJinja,
  "attribute-lists": readAttributeLists,
  "literal-ids": readLiteralIds,
  "comment-headings": readCommentHeadings,
  "highlighted-code": readHighlightedCode,
  icons: readIcons,
  keys: readKeys,
  critic: readCritic,
  highlights: readHighlights,
  mkdocstrings: readObjects,
  "tab-ids": readTabIds,
  admonitions: readAdmonitions,
  details: readDetails,
  tabs: readTabs,
  blocks: readFencedBlocks,
  "definition-lists": readDefinitionLists,
  abbreviations: readAbbreviations,
  footnotes: readFootnotes,
  "markdown-in-html": readMarkdownInHtml,
  "python-markdown": readPythonMarkdown,
  /** `{{< name >}}`: Hugo. */
  shortcodes: readShortcodes,
  /** `## Heading {#id .class}`, `{.class}` below a block: Hugo. */
  goldmark: readGoldmark,
  /** Ids of terms: Hugo. */
  "definition-terms": readDefinitionTerms,
  /** `{% tag %}` and `{{ value }}`: Jekyll. */
  liquid: readLiquid,
  /** `{: #id .class}`: Jekyll. */
  kramdown: readKramdown,
  /** `` `code{:js}` ``: Nextra. */
  "typed-code": readTypedCode,
  /** `// [!code highlight]` in blocks of code. */
  "code-notations": readCodeNotations,
  /** `[!toc]` and `[toc]` at the end of a heading: Fumadocs. */
  "toc-marks": readTocMarks,
};
