import type { IncludeName, SyntaxName } from "../../config/site-settings.ts";
import { readContainers } from "./containers.ts";
import { readMdxImports } from "./mdx-imports.ts";
import { readSnippets } from "./snippets.ts";
import type { Syntax } from "./syntax.ts";

/** Ways to include other files, by name. */
export const INCLUDES: Readonly<Record<IncludeName, Syntax>> = {
  snippets: readSnippets,
  /** `import Part from "./_part.mdx"` with `<Part />`: Docusaurus, Starlight. */
  "mdx-imports": readMdxImports,
};

/** Syntax beyond Markdown, by name. */
export const SYNTAXES: Readonly<Record<SyntaxName, Syntax>> = {
  /** `:::note Title` … `:::`: Docusaurus, Starlight, VitePress. */
  containers: readContainers,
};
