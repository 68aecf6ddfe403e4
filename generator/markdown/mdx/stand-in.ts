import type { Range } from "../destination.ts";
import { INLINE_TAG } from "../marks/inline-tag.ts";
import type { Address, HiddenPart } from "../marks/parts.ts";
import { escapeMarkdown } from "./escape.ts";
import { isComponent, type JsxAttribute, type JsxElement, type JsxTags } from "./jsx-tags.ts";
import { destinationIn, shownAttributes } from "./shown-attributes.ts";

/** The parts of tags that agents are not given, with what stands in their place. */
interface StandIn {
  readonly hidden: readonly HiddenPart[];
  readonly addresses: readonly Address[];
}

interface StandInOptions {
  readonly source: string;
  readonly tags: JsxTags;
}

/**
 * Finds what agents are given in place of an element's tags: its title and label in bold and other
 * texts of its attributes, a link if it leads somewhere, or an image. An `<a>` stays, and so does a
 * `<br/>`.
 */
export function standIn(element: JsxElement, { source, tags }: StandInOptions): StandIn {
  const { opening, closing, attributes } = tags;
  if (element.name === "br" && attributes.length === 0) return { hidden: [], addresses: [] };
  const destination = destinationIn(element, tags);
  if (element.name === "a" && destination !== null) return keptLink(tags, destination);
  const form = formOf(element, { tags, destination });
  const isBlock = element.type === "mdxJsxFlowElement";
  const after = form.after + (isBlock && form.hasText ? lineEndAfter(source, opening) : "");
  const hidden = [...around(opening, { ...form, after })];
  if (closing !== null) hidden.push({ kind: "syntax", ...closing, text: form.closing });
  return {
    hidden: isBlock ? hidden : hidden.map((part) => apart(part, { source, element })),
    addresses: form.address === null ? [] : [addressOf(form.address)],
  };
}

/** The text that stands for the tags of an element: around an address in it, if there is one. */
interface Form {
  readonly before: string;
  readonly address: JsxAttribute | null;
  readonly after: string;
  readonly closing: string;
  /** False if nothing is left of the tag itself. */
  readonly hasText: boolean;
}

interface FormOptions {
  readonly tags: JsxTags;
  readonly destination: JsxAttribute | null;
}

function formOf(element: JsxElement, { tags, destination }: FormOptions): Form {
  const { headlines, texts, alt } = shownAttributes(element, tags);
  const bold = headlines.map((text) => `**${escapeMarkdown(text)}**`).join(" ");
  const plain = texts.map(escapeMarkdown).join(" ");
  const image = tags.attributes.find(({ name, quoted }) => name === "src" && quoted !== null);
  if (alt !== null && image !== undefined) {
    const before = `![${escapeMarkdown(alt)}](`;
    return { before, address: image, after: ")", closing: "", hasText: true };
  }
  if (destination !== null && bold + plain !== "") {
    const [name, rest] = bold === "" ? [plain, ""] : [bold, plain];
    const after = `) ${rest}`.trimEnd();
    return { before: `[${name}](`, address: destination, after, closing: "", hasText: true };
  }
  if (destination !== null && isOfText(element)) {
    const before = '<a href="';
    return { before, address: destination, after: '">', closing: "</a>", hasText: false };
  }
  const words = [bold, plain, ...(alt === null ? [] : [escapeMarkdown(alt)])];
  const after = words.filter((text) => text !== "").join(" ");
  return { before: "", address: null, after, closing: "", hasText: after !== "" };
}

/** Tells whether the content of an element is text, not blocks. */
function isOfText({ type, children }: JsxElement): boolean {
  const isParagraph = children.length === 1 && children[0]!.type === "paragraph";
  return children.length > 0 && (type === "mdxJsxTextElement" || isParagraph);
}

function around(
  tag: Range,
  { before, address, after }: Omit<Form, "closing" | "hasText">,
): HiddenPart[] {
  if (address === null) return [{ kind: "syntax", ...tag, text: after }];
  const { start, end } = address.quoted!;
  return [
    { kind: "syntax", start: tag.start, end: start, text: before },
    { kind: "syntax", start: end, end: tag.end, text: after },
  ];
}

function addressOf({ quoted, text }: JsxAttribute): Address {
  return { kind: "url", ...quoted!, target: text!.trim() };
}

/** Keeps the tags of a link, without its other attributes and the blanks before them. */
function keptLink({ opening, attributes }: JsxTags, destination: JsxAttribute): StandIn {
  const { start } = opening;
  const parts = [start + "<a".length, ...attributes.map(({ end }) => end)];
  const hidden = attributes.flatMap((attribute, at): HiddenPart[] =>
    attribute === destination
      ? []
      : [{ kind: "attributes", start: parts[at]!, end: attribute.end }],
  );
  return { hidden, addresses: [addressOf(destination)] };
}

const NEXT_LINE = /[ \t]*(?:\r\n|\r|\n)[ \t]*[^\s>]/y;

/** Returns a line end if the next line has text, which would go on in the line of a title. */
function lineEndAfter(source: string, { end }: Range): string {
  NEXT_LINE.lastIndex = end;
  return NEXT_LINE.test(source) ? "\n" : "";
}

interface ApartOptions {
  readonly source: string;
  readonly element: JsxElement;
}

/** Separates words around a part that is left out, unless its tag may be in a word. */
function apart(part: HiddenPart, { source, element }: ApartOptions): HiddenPart {
  const { start, end, text = "" } = part;
  const isInWord =
    text === "" ? isComponent(element) || INLINE_TAG.test(element.name ?? "b") : true;
  const isInText = /\S/.test(source[start - 1] ?? " ") && /\S/.test(source[end] ?? " ");
  return isInWord || !isInText ? part : { ...part, text: " " };
}
