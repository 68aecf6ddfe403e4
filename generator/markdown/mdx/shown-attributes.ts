import { isComponent, type JsxAttribute, type JsxElement, type JsxTags } from "./jsx-tags.ts";

/** Attributes of components that name what is in them, and others that readers see as text. */
const HEADLINE = /^(?:title|label|heading)$/;
const TEXT = /^(?:summary|description|caption)$/;

/** The texts that readers see of an element apart from its content. */
export interface ShownAttributes {
  /** Its title or label. */
  readonly headlines: readonly string[];
  readonly texts: readonly string[];
  /** The text that stands for an image. */
  readonly alt: string | null;
}

/** Returns the texts in attributes that readers see: those of components, and `alt` of images. */
export function shownAttributes(
  element: JsxElement,
  { attributes, shown }: JsxTags,
): ShownAttributes {
  const isOfComponent = isComponent(element);
  const texts = (isShown: (name: string) => boolean): string[] =>
    isOfComponent ? attributes.filter(({ name }) => isShown(name)).flatMap(textIn) : [];
  const alt = attributes.find(({ name }) => name === "alt");
  return {
    headlines: texts((name) => HEADLINE.test(name) || shown.has(name)),
    texts: texts((name) => TEXT.test(name)),
    alt: (alt && textIn(alt)[0]) ?? null,
  };
}

/** Returns these texts as words. */
export function shownWords(element: JsxElement, tags: JsxTags): string {
  const { headlines, texts, alt } = shownAttributes(element, tags);
  return [...headlines, ...texts, ...(alt === null ? [] : [alt])].join(" ");
}

function textIn({ text, items }: JsxAttribute): string[] {
  const texts = text === null ? items : [text];
  return texts.map((each) => each.replace(/\s+/g, " ").trim()).filter((each) => each !== "");
}

const PATH = /^(?:[./#]|[a-z][a-z\d+.-]*:)|\.(?:md|mdx|html)(?:[?#]|$)/i;

/**
 * Returns the attribute with the address to which an element leads: `href`, and `to` of components
 * if it looks like one.
 */
export function destinationIn(element: JsxElement, { attributes }: JsxTags): JsxAttribute | null {
  const isLink = element.name === "a" || isComponent(element);
  const leads = ({ name, text, quoted }: JsxAttribute): boolean =>
    text !== null && quoted !== null && (name === "href" || (name === "to" && PATH.test(text)));
  return (isLink && attributes.find(leads)) || null;
}
