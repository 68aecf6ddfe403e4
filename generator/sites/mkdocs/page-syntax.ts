import { posix } from "node:path";
import type { AnchorStyle } from "../../config/anchor-styles.ts";
import type { IncludeName, SiteSettings, SyntaxName } from "../../config/site-settings.ts";
import { Unreadable } from "../data/unreadable.ts";
import { type DocsPlace, pathFrom } from "./docs-place.ts";
import { type MkdocsFile, type Options, textsOf } from "./settings-file.ts";

type PageSyntax = Pick<
  SiteSettings,
  "anchors" | "syntax" | "includes" | "includeFolders" | "appended" | "comments"
>;

/** Stands for the option `slugify` of `pymdownx.tabbed`. */
const TAB_IDS = "pymdownx.tabbed.slugify";
/** Stands for the key `hooks` of the configuration. */
const HOOKS = "hooks";

/**
 * The syntax of each extension or plugin, in the order in which it is read: what is in a line before
 * blocks are dedented.
 */
const SYNTAX: readonly (readonly [SyntaxName, readonly string[]])[] = [
  ["jinja", ["macros"]],
  ["critic", ["pymdownx.critic"]],
  ["comment-headings", [HOOKS]],
  ["attribute-lists", ["attr_list"]],
  ["highlighted-code", ["pymdownx.inlinehilite"]],
  ["icons", ["pymdownx.emoji", "materialx.emoji", "zensical.extensions.emoji"]],
  ["keys", ["pymdownx.keys"]],
  ["highlights", ["pymdownx.mark", "pymdownx.caret"]],
  ["mkdocstrings", ["mkdocstrings"]],
  ["tab-ids", [TAB_IDS]],
  ["definition-lists", ["def_list"]],
  ["admonitions", ["admonition"]],
  ["details", ["pymdownx.details"]],
  ["tabs", ["pymdownx.tabbed", "tabbed"]],
  [
    "blocks",
    [
      "pymdownx.blocks.admonition",
      "pymdownx.blocks.details",
      "pymdownx.blocks.tab",
      "pymdownx.blocks.html",
      "pymdownx.blocks.definition",
      "pymdownx.blocks.caption",
    ],
  ],
  ["abbreviations", ["abbr"]],
  ["footnotes", ["footnotes"]],
  ["markdown-in-html", ["md_in_html"]],
];

/** Ways to include files, by extension or plugin. */
const INCLUDES: readonly (readonly [IncludeName, readonly string[]])[] = [
  ["snippets", ["pymdownx.snippets"]],
  ["code-includes", ["mdx_include", "markdown_include_variants"]],
  ["include-markdown", ["include-markdown"]],
];

/** Reads which syntax the pages of a site may have. */
export function pageSettingsOf(
  { data, extensions, plugins }: MkdocsFile,
  place: DocsPlace,
): { readonly settings: PageSyntax; readonly notes: readonly string[] } {
  const hasHooks = textsOf(data.hooks).length > 0;
  const hasTabIds = isSet(extensions.get("pymdownx.tabbed")?.slugify);
  const isOn = (name: string) =>
    (name === TAB_IDS && hasTabIds) ||
    (name === HOOKS && hasHooks) ||
    extensions.has(name) ||
    plugins.has(name);
  const syntax = SYNTAX.filter(([, names]) => names.some(isOn)).map(([name]) => name);
  const includes = INCLUDES.filter(([, names]) => names.some(isOn)).map(([name]) => name);
  const anchors = anchorsOf(extensions.get("toc") ?? {});
  const snippets = extensions.get("pymdownx.snippets") ?? {};
  const bases = [snippets, extensions.get("mdx_include") ?? {}].flatMap((options) =>
    foldersOf(options.base_path, place),
  );
  const note = 'The rule of anchors, "slugify" of "toc", is not known: configure "anchors"';
  return {
    settings: {
      anchors: anchors ?? MKDOCS_ANCHORS,
      syntax: [...syntax, ...(isOn("attr_list") ? [] : LITERAL_IDS), "python-markdown"],
      includes,
      includeFolders: [...new Set(bases)],
      appended: textsOf(snippets.auto_append),
      comments: hasHooks ? [HOOK_COMMENT] : [],
    },
    notes: anchors === null ? [note] : [],
  };
}

function isSet(option: unknown): boolean {
  return option !== undefined && option !== null && option !== false;
}

const LITERAL_IDS: readonly SyntaxName[] = ["literal-ids"];
const MKDOCS_ANCHORS = "python-markdown";

/** Matches comments that hooks of Material for MkDocs replace: `<!-- md:version 9.0 -->`. */
const HOOK_COMMENT = "^[\\w-]+:[\\w-]+(?:\\s|$)";

/** Returns the rule of anchors; null if it is not known. */
function anchorsOf({ slugify }: Options): AnchorStyle | null {
  if (slugify === undefined || slugify === null) return MKDOCS_ANCHORS;
  const source = slugify instanceof Unreadable ? slugify.source : JSON.stringify(slugify);
  if (/\btoc\.slugify_unicode\b/.test(source)) return "python-markdown-unicode";
  if (/\btoc\.slugify\b/.test(source)) return MKDOCS_ANCHORS;
  const isLower = /\bcase\b\W+lower\b/.test(source) || /\bslugs\.uslugify\b/.test(source);
  return isLower && /\bslugs\.u?slugify\b/.test(source) ? "pymdownx" : null;
}

/** Returns the folders of `base_path`, from the includes' root; the configuration's if there is none. */
function foldersOf(value: unknown, { folder, docs, top }: DocsPlace): string[] {
  const list =
    value === undefined || value === null ? ["."] : Array.isArray(value) ? value : [value];
  return list.flatMap((item) => {
    if (typeof item === "string") return [folderIn(top, posix.join(folder, item))];
    const relative = item instanceof Unreadable && /^!relative\b ?(.*)$/.exec(item.source);
    if (!relative) return [];
    const path = relative[1]!.replace(/^\$docs_dir/, docs).replace(/^\$config_dir/, folder);
    return path === "" ? ["."] : [folderIn(top, path)];
  });
}

function folderIn(top: string, location: string): string {
  return pathFrom(top, location) || "/";
}
