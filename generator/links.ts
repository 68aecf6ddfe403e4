import { Parser } from "htmlparser2";
import type { Html, Nodes, Root, Text } from "mdast";
import { visit } from "unist-util-visit";
import type { Place } from "./problem.ts";

/** A link as its author wrote it, not yet resolved. */
export interface FoundLink extends Place {
  /** The destination: a URL reference, or what stands between `[[` and `]]` before a `|`. */
  readonly target: string;
  readonly kind: "url" | "wiki";
}

/** What a page's text points to, and what else in it can be pointed at. */
export interface FoundLinks {
  readonly links: readonly FoundLink[];
  /** `id` and `name` attributes in HTML: fragments a link may name, besides headings. */
  readonly htmlIds: readonly string[];
}

/** `[[target]]` or `[[target|label]]`; `[[toc]]` and `[[_TOC_]]` ask for a table of contents. */
const WIKI_LINK = /(?<!\\)\[\[(?!_?toc_?\]\])([^[\]|\n]+)(?:\|[^[\]\n]*)?\]\]/gi;

/**
 * Every link of a page in document order: inline and reference links, `<a href>` in HTML and
 * `[[wiki links]]`; never images (decision A10).
 */
export function findLinks(tree: Root, source: string): FoundLinks {
  const definitions = findDefinitions(tree);
  const links: FoundLink[] = [];
  const htmlIds: string[] = [];

  visit(tree, (node) => {
    switch (node.type) {
      case "link":
        links.push({ kind: "url", target: node.url, ...placeOf(node) });
        break;
      case "linkReference": {
        const target = definitions.get(node.identifier);
        if (target !== undefined) links.push({ kind: "url", target, ...placeOf(node) });
        break;
      }
      case "html":
        readHtml(node, { links, htmlIds });
        break;
      case "text":
        links.push(...findWikiLinks(node, source));
        break;
    }
  });
  return { links, htmlIds };
}

/** The first definition of a label wins; `[^1]: …` is a footnote, not a link's destination. */
function findDefinitions(tree: Root): Map<string, string> {
  const definitions = new Map<string, string>();
  visit(tree, "definition", ({ identifier, url }) => {
    if (!identifier.startsWith("^") && !definitions.has(identifier)) {
      definitions.set(identifier, url);
    }
  });
  return definitions;
}

function placeOf(node: Nodes): Place {
  const { line, column } = node.position!.start;
  return { line, column };
}

function readHtml(node: Html, found: { links: FoundLink[]; htmlIds: string[] }): void {
  const parser = new Parser({
    onopentag(name, attributes) {
      const { id, href, name: anchorName } = attributes;
      if (id) found.htmlIds.push(id);
      if (name !== "a") return;
      if (anchorName) found.htmlIds.push(anchorName);
      if (href !== undefined) {
        const place = placeWithin(node, node.value.slice(0, parser.startIndex));
        found.links.push({ kind: "url", target: href.trim(), ...place });
      }
    },
  });
  parser.end(node.value);
}

function findWikiLinks(node: Text, source: string): FoundLink[] {
  if (!node.value.includes("[[")) return [];
  const { start, end } = node.position!;
  const text = source.slice(start.offset, end.offset);
  return Array.from(text.matchAll(WIKI_LINK), (match) => ({
    kind: "wiki",
    target: match[1]!.trim(),
    ...placeWithin(node, text.slice(0, match.index)),
  }));
}

/** The place after the given beginning of a node's text. */
function placeWithin(node: Nodes, before: string): Place {
  const { line, column } = placeOf(node);
  const lines = before.split(/\r\n|\r|\n/);
  const last = lines.at(-1)!.length;
  return lines.length === 1
    ? { line, column: column + last }
    : { line: line + lines.length - 1, column: 1 + last };
}
