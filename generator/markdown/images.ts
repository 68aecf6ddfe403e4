import { Parser } from "htmlparser2";
import type { Html, Image, Nodes } from "mdast";
import type { Place, Problem } from "../config/problem.ts";
import { destinationOf } from "./destination.ts";
import { type FoundLink, findDefinitions, placesInHtml, rangeOf, spanOf } from "./links.ts";
import type { JsxElement, JsxElements } from "./mdx/jsx-tags.ts";
import { isBraced } from "./mdx/markup-in-text.ts";

/** The files that a page shows: images, videos and sounds. */
export interface FoundImages {
  readonly images: readonly FoundLink[];
  /** Where there are images without a text that stands for them. */
  readonly withoutAlt: readonly Place[];
}

/** Elements of HTML, and their attributes with the file that they show. */
const SHOWN: ReadonlyMap<string | null, readonly string[]> = new Map([
  ["img", ["src"]],
  ["video", ["src", "poster"]],
  ["audio", ["src"]],
  ["source", ["src"]],
]);

interface ImageOptions {
  readonly source: string;
  /** The elements of a page of MDX; null if it is Markdown. */
  readonly elements: JsxElements | null;
}

/**
 * Finds the files that a page shows, in Markdown, HTML and the elements of MDX.
 *
 * @param nodes all nodes of the page's tree
 */
export function findImages(
  nodes: readonly Nodes[],
  { source, elements }: ImageOptions,
): FoundImages {
  const images: FoundLink[] = [];
  const withoutAlt: Place[] = [];
  const found = { images, withoutAlt };
  let definitions: ReturnType<typeof findDefinitions> | undefined;
  for (const node of nodes) {
    if (node.type === "image") readImage(node, { source, found });
    else if (node.type === "imageReference") {
      definitions ??= findDefinitions(nodes);
      const definition = definitions.get(node.identifier);
      if (definition !== undefined) images.push(linkAt(node, definition.url));
      if (!node.alt) withoutAlt.push(placeOf(node));
    } else if (node.type === "html") readHtml(node, { source, found });
    else if (node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement") {
      readElement(node, { source, elements, found });
    }
  }
  return { images: images.filter(({ target }) => target !== "" && !isBraced(target)), withoutAlt };
}

/** Makes problems of images without a text. */
export function missingAlts(places: readonly Place[], file: string): Problem[] {
  const message = "The image has no text for readers who do not see it";
  return places.map(({ line, column }) => {
    return { file, line, column, rule: "missing-alt", message, suggestion: null };
  });
}

interface Reading {
  readonly source: string;
  readonly found: { readonly images: FoundLink[]; readonly withoutAlt: Place[] };
}

function readImage(node: Image, { source, found }: Reading): void {
  const range = destinationOf(node, source);
  const start = range?.start ?? -1;
  const at = source[start] === "<" ? start + 1 : start;
  found.images.push({ ...linkAt(node, node.url), ...rangeOf(node.url, { source, at }) });
  if (!node.alt) found.withoutAlt.push(placeOf(node));
}

function readHtml(node: Html, { source, found }: Reading): void {
  if (!/<(?:img|video|audio|source)\b/i.test(node.value)) return;
  const placeAt = placesInHtml({ node, source });
  const start = node.position!.start.offset!;
  const isLiteral = source.startsWith(node.value, start);
  const parser = new Parser({
    onopentag(name, attributes) {
      const names = SHOWN.get(name);
      if (names === undefined) return;
      const place = placeAt(parser.startIndex);
      if (name === "img" && attributes.alt === undefined) found.withoutAlt.push(place);
      for (const key of names) {
        const target = attributes[key]?.trim();
        if (target === undefined) continue;
        const at = node.value.indexOf(target, parser.startIndex);
        const inSource = isLiteral && at >= 0 ? start + at : -1;
        const range = rangeOf(target, { source, at: inSource });
        found.images.push({ kind: "url", target, ...place, ...range });
      }
    },
  });
  parser.end(node.value);
}

function readElement(
  element: JsxElement,
  { source, elements, found }: Reading & Pick<ImageOptions, "elements">,
): void {
  const names = SHOWN.get(element.name);
  if (names === undefined) return;
  const { attributes } = elements!.get(element)!;
  const isComplete = element.attributes.every(({ type }) => type === "mdxJsxAttribute");
  const hasAlt = attributes.some(({ name }) => name === "alt");
  if (element.name === "img" && isComplete && !hasAlt) found.withoutAlt.push(placeOf(element));
  for (const { name, text, quoted } of attributes) {
    if (!names.includes(name) || text === null || quoted === null) continue;
    const target = text.trim();
    const at = source.indexOf(target, quoted.start);
    found.images.push({ ...linkAt(element, target), ...rangeOf(target, { source, at }) });
  }
}

function linkAt(node: Nodes, target: string): FoundLink {
  return { kind: "url", target, ...spanOf(node) };
}

function placeOf(node: Nodes): Place {
  const { line, column } = node.position!.start;
  return { line, column };
}
