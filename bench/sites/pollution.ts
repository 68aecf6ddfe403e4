import type { Doc } from "../../corpus/exports.ts";
import { pageTextOf, VisibleText } from "../../corpus/marks.ts";
import type { Corpus } from "../../corpus/open/corpus.ts";
import { findCode } from "../../generator/sites/syntax/code-ranges.ts";
import { Addresses } from "../../runtime/agents/addresses.ts";
import { pageMarkdown } from "../../runtime/agents/page-markdown.ts";

/** Syntax that must not be in a text for people or agents, outside of code. */
const KINDS: Readonly<Record<string, RegExp>> = {
  "import lines":
    /(?<!\S)import (?:[\w$*{][^"';]{0,80}? from )?(["'])[^"'\s]+\1|(?<!\S)export (?:const|let|default|function)\b/g,
  components: /<\/?[A-Z][\w.]*(?:\s[^<>]*)?\/?>/g,
  shortcodes: /\{\{[<%].*?[>%]\}\}/g,
  Liquid: /\{%.*?%\}|\{\{(?![<%#]).*?\}\}/g,
  directives: /(?<![^\s]):{3,}[ \t]*\S*|(?<![^\s])(?:!!!|\?\?\?\+?) +\w+/g,
  attributes: /\{(?::[ \t]*)?[#.][\w-][^{}\n]*\}/g,
  includes: /--8<--|<<< *@?\/|\{\{#\w*include[^}]*\}\}|\{\* [^}]*\*\}/g,
  comments: /<!--|\{\/\*/g,
};

/** A remnant of a site's syntax on a page. */
export interface Remnant {
  readonly kind: string;
  readonly path: string;
  readonly text: string;
  /** Where it is shown. */
  readonly place: "excerpt" | "Markdown";
}

interface RemnantOptions {
  readonly corpus: Corpus;
  /** Tells whether the built page of a doc shows a text, too. */
  readonly isShown: (doc: Doc, text: string) => boolean;
}

/** Finds what is left of a site's syntax in excerpts and in Markdown for agents. */
export function findRemnants({ corpus, isShown }: RemnantOptions): Remnant[] {
  const addresses = new Addresses(corpus, "http://site.invalid");
  return corpus.docs.flatMap((doc) => [
    ...remnantsIn(visibleText(doc), { doc, place: "excerpt", isShown }),
    ...remnantsIn(markdownOf(doc, addresses), { doc, place: "Markdown", isShown }),
  ]);
}

/** Returns the Markdown of a page without code, and without the ids of its headings. */
function markdownOf(doc: Doc, addresses: Addresses): string {
  return withoutCode(pageMarkdown(doc, addresses)).replace(
    /^( *#.*?)[ \t]*\{#[^{}\s]+\}[ \t]*$/gm,
    "$1",
  );
}

function visibleText(doc: Doc): string {
  const text = withoutCode(pageTextOf(doc));
  return new VisibleText({ text, marks: doc.marks }).read({ start: 0, end: text.length });
}

/** Replaces code by spaces, so that all other places stay the same. */
function withoutCode(text: string): string {
  let rest = "";
  let done = 0;
  for (const { start, end } of findCode(text)) {
    rest += text.slice(done, start) + " ".repeat(end - start);
    done = end;
  }
  return rest + text.slice(done);
}

function remnantsIn(
  text: string,
  { doc, place, isShown }: Pick<Remnant, "place"> & Pick<RemnantOptions, "isShown"> & { doc: Doc },
): Remnant[] {
  return Object.entries(KINDS).flatMap(([kind, pattern]) =>
    Array.from(text.matchAll(pattern), ([found]) => found)
      .filter((found) => !isShown(doc, found))
      .map((found) => ({ kind, place, path: doc.path, text: found.slice(0, 80) })),
  );
}
