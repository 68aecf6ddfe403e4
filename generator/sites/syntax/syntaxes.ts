import { readContainers } from "./containers.ts";
import type { Syntax } from "./syntax.ts";

/** Ways to include other files, by name. */
export const INCLUDES = {} as const satisfies Readonly<Record<string, Syntax>>;

/** Syntax beyond Markdown, by name. */
export const SYNTAXES = {
  /** `:::note Title` … `:::`: Docusaurus, Starlight, VitePress. */
  containers: readContainers,
} as const satisfies Readonly<Record<string, Syntax>>;

export type IncludeName = keyof typeof INCLUDES;
export type SyntaxName = keyof typeof SYNTAXES;
