import { createScanner, printParseErrorCode, visit } from "jsonc-parser";
import { MAX_JSON_DEPTH } from "../api/types.ts";

/** The first thing in a JSON text that docgate rejects. */
export interface JsonFault {
  readonly message: string;
  /** Offset in the text, in UTF-16 code units. */
  readonly offset: number;
}

/** A place as people count it: lines and columns start at 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Messages by the parser's error codes. */
const MESSAGES: Readonly<Record<string, string>> = {
  InvalidSymbol: "This is not a JSON value: strings and names need double quotes.",
  PropertyNameExpected: "Expected a name in double quotes.",
  ValueExpected: "Expected a value.",
  ColonExpected: "Expected a colon.",
  CommaExpected: "Expected a comma, or the end of this object or array.",
  CloseBraceExpected: "Expected a closing brace }.",
  CloseBracketExpected: "Expected a closing bracket ].",
  EndOfFileExpected: "Expected the end: only one value is allowed.",
  InvalidCommentToken: "JSON does not allow comments.",
  UnexpectedEndOfString: "This string does not end on its line: a double quote is missing.",
  UnexpectedEndOfNumber: "This number is not complete.",
  InvalidUnicode: String.raw`\u must be followed by four hexadecimal digits.`,
  InvalidEscapeCharacter: String.raw`This escape does not exist: write \ as \\.`,
  InvalidCharacter: "This string contains a control character, which must be escaped.",
};

/**
 * Finds the first place where the server would reject a text as front settings: they must be an
 * object in I-JSON (RFC 7493), not nested too deeply, without names that reach an object's
 * prototype.
 *
 * @returns Null if there is none.
 */
export function findJsonFault(text: string): JsonFault | null {
  // Deeply nested text is not parsed any further, because the parser is recursive.
  const tooDeep = findTooDeep(text);
  const faults = findFaults(tooDeep === null ? text : text.slice(0, tooDeep.offset));
  const first = faults.reduce<JsonFault | null>(earlier, tooDeep);
  if (first !== null) return first;
  const start = text.search(/\S/);
  return text[start] === "{" ? null : { message: "The settings must be an object.", offset: start };
}

function findFaults(text: string): readonly JsonFault[] {
  const faults: JsonFault[] = [];
  const report = (offset: number, message: string) => void faults.push({ message, offset });
  const names: Set<string>[] = [];
  visit(
    text,
    {
      onObjectBegin: () => void names.push(new Set()),
      onObjectEnd: () => void names.pop(),
      onObjectProperty(name, offset, _length, _line, _column, pathTo) {
        const seen = names.at(-1)!;
        if (seen.has(name)) report(offset, "This name occurs more than once in its object.");
        seen.add(name);
        const isPrototype = name === "prototype" && pathTo().at(-1) === "constructor";
        if (name === "__proto__" || isPrototype) report(offset, "This name is not allowed.");
        if (!name.isWellFormed()) report(offset, "This name contains half a character.");
      },
      onLiteralValue(value, offset) {
        if (typeof value === "string" && !value.isWellFormed()) {
          report(offset, "This string contains half a character.");
        }
        if (typeof value === "number" && Math.abs(value) === Number.POSITIVE_INFINITY) {
          report(offset, "This number is too large.");
        }
      },
      onError: (code, offset) =>
        report(offset, MESSAGES[printParseErrorCode(code)] ?? "This is not JSON."),
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  return faults;
}

function findTooDeep(text: string): JsonFault | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const first = text[offset] ?? "";
    if (first === "}" || first === "]") depth -= 1;
    if (first === "{" || first === "[") depth += 1;
    if (depth > MAX_JSON_DEPTH) {
      return { message: `This is nested deeper than ${MAX_JSON_DEPTH} levels.`, offset };
    }
  }
  return null;
}

/** Returns the earlier of two faults; of two at the same place, the one found first. */
function earlier(found: JsonFault | null, next: JsonFault): JsonFault {
  return found !== null && found.offset <= next.offset ? found : next;
}

export function placeOf(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
