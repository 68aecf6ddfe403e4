import type { Nodes } from "mdast";
import type { Range } from "../destination.ts";

/** Something in a page's source that readers do not see. */
export interface HiddenPart extends Range {
  readonly kind: /** A comment of HTML or MDX. */
    | "comment"
    /** A processing instruction, a declaration or CDATA. */
    | "instruction"
    /** Attributes of HTML, or the title of a link. */
    | "attributes"
    | "definition"
    | "element"
    /** Characters that are not drawn, or a reference to one. */
    | "character"
    /** Tags, expressions, imports and exports of MDX, and indentation in its elements. */
    | "syntax";
  /** Name of an element. */
  readonly name?: string;
  /** False for an element that goes on to the end of the page. Default: true. */
  readonly isClosed?: boolean;
  /** The text that stands in its place for agents. Default: none. */
  readonly text?: string;
}

/** An address in a page's source: of a link, an image, a definition, in HTML, or a wiki link. */
export interface Address extends Range {
  readonly kind: "url" | "wiki";
  /** Without escapes; of a wiki link, without its label. */
  readonly target: string;
  /** Text of a wiki link, whose address is all of it. */
  readonly label?: string;
}

export function rangeOf({ position }: Nodes): Range {
  return { start: position!.start.offset!, end: position!.end.offset! };
}
