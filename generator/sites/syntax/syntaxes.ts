import type { IdSyntax, IncludeName, SyntaxName } from "../../config/site-settings.ts";
import { readCodeNotations } from "./code-notations.ts";
import { readContainers } from "./containers.ts";
import { readAttributeIds, readBracketIds, readTocMarks } from "./heading-marks.ts";
import { readImportedPages } from "./imported-pages.ts";
import { readIncludeElements } from "./include-elements.ts";
import { readSnippetElements } from "./snippet-elements.ts";
import { readSnippets } from "./snippets.ts";
import type { Syntax } from "./syntax.ts";
import { readTypedCode } from "./typed-code.ts";

/** Ways to include other files, by name. */
export const INCLUDES: Readonly<Record<IncludeName, Syntax>> = {
  snippets: readSnippets,
  /** `import Part from "./part.mdx"`, shown as `<Part />`. */
  "imported-pages": readImportedPages,
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
  /** `` `code{:js}` ``: Nextra. */
  "typed-code": readTypedCode,
  /** `// [!code highlight]` in blocks of code. */
  "code-notations": readCodeNotations,
  /** `[!toc]` and `[toc]` at the end of a heading: Fumadocs. */
  "toc-marks": readTocMarks,
};
