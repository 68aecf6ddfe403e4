import type { VFileMessage } from "vfile-message";
import type { Place } from "../../config/problem.ts";

/** Says that a source is not MDX, and where its parser found that out. */
export class MdxSyntaxError extends Error implements Place {
  override readonly name = "MdxSyntaxError";
  readonly line: number;
  readonly column: number;

  constructor(message: string, { line, column }: Place) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /** @throws the error itself if it is not one that the parser gives for a source */
  static from(error: unknown): MdxSyntaxError {
    if (!isMessage(error)) throw error;
    const { reason, ruleId = "", source = "" } = error;
    const named = /\((\d+):(\d+)/.exec(reason);
    // An element that is not closed has its place in the reason, where it is opened.
    const { line, column } = {
      line: error.line ?? Number(named?.[1] ?? 1),
      column: error.column ?? Number(named?.[2] ?? 1),
    };
    return new MdxSyntaxError(describe({ reason, rule: ruleId, part: source }), { line, column });
  }
}

function isMessage(error: unknown): error is VFileMessage {
  return error instanceof Error && "reason" in error && "ruleId" in error;
}

interface Reason {
  readonly reason: string;
  readonly rule: string;
  /** The part of the parser that gives it. */
  readonly part: string;
}

function describe({ reason, rule, part }: Reason): string {
  switch (rule) {
    case "acorn":
    case "non-esm":
      return part.endsWith("esm")
        ? "the import or export is not valid JavaScript"
        : "the expression between braces is not valid JavaScript: write \\{ for a brace that is text";
    case "unexpected-eof":
      return part.endsWith("expression")
        ? "a brace is not closed: write \\{ for a brace that is text"
        : "a tag is not complete: write \\< for a sign that is text";
    case "unexpected-character":
      return describeCharacter(reason);
    case "unexpected-empty-expression":
      return "the value of an attribute is empty";
    case "non-spread":
    case "spread-extra":
      return "braces among the attributes of a tag hold something else than one {...spread}";
    case "unexpected-lazy":
      return "a tag or an expression goes on in a line outside of its quote or list";
    default:
      return describeTag(reason);
  }
}

const CHARACTER = /^Unexpected character `(?<character>` ` `|.+?)` \(/;

function describeCharacter(reason: string): string {
  const character = CHARACTER.exec(reason)?.groups?.character ?? "";
  if (character === "!") return "comments are written {/* like this */}";
  if (reason.includes("to create a link"))
    return "links are written [text](address), not <address>";
  return `a tag cannot have ${character === "` ` `" ? "a grave accent" : `"${character}"`} there: write \\< for a sign that is text`;
}

/** Matches the names of tags in a reason; a fragment has none. */
const TAG = /`<\/?([^`>]*)>`/g;

function describeTag(reason: string): string {
  const [first = "", second] = Array.from(reason.matchAll(TAG), ([, name]) => name);
  if (reason.startsWith("Unexpected closing tag")) return `</${first}> does not close <${second}>`;
  if (reason.startsWith("Unexpected closing slash")) return "a closing tag has no opening one";
  if (reason.startsWith("Expected")) {
    return `<${first}> is not closed, or not in the paragraph, quote or list in which it is opened`;
  }
  return "a closing tag has more than its name";
}
