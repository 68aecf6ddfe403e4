/** A fault in a JSON text, and its place. */
export interface JsonFault {
  /** Names and indexes from the outermost value to the faulty one. */
  readonly path: readonly (string | number)[];
  /** Offset in the text, in UTF-16 code units. */
  readonly offset: number;
  /** A sentence that repeats nothing of the text. */
  readonly message: string;
}

/** A place as people count it: lines and columns start at 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** An open object or array at the current position. */
interface Frame {
  /** Names seen so far; undefined before the first, and in an array. */
  names?: Set<string>;
  /** The current index or name; null before the first name. */
  at: number | string | null;
}

interface Scan {
  readonly text: string;
  readonly maxDepth: number;
  readonly frames: Frame[];
  position: number;
  expected: Expectation;
}

/** A fault that a token has, without its path. */
type TokenFault = Pick<JsonFault, "offset" | "message"> | null;

type Expectation =
  | "a value"
  | "a value or ]"
  | "a name in double quotes"
  | "a name in double quotes or }"
  | ":"
  | ", or }"
  | ", or ]"
  | "the end";

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
/** Plain characters, which are all from U+0020 on except quote and backslash, or one escape. */
const STRING_PART = /[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds the first place where a text is not I-JSON (RFC 7493: JSON without repeated names and
 * unpaired surrogates), or exceeds what docgate accepts: nesting above `maxDepth`, numbers that
 * become infinite, and names that reach an object's prototype. The server and the console use it, so
 * that both accept the same texts.
 *
 * It takes time in proportion to the text, does not recurse and ends at the first fault. `visit` of
 * jsonc-parser recurses, goes on after a fault, does not say what it expected, and gives the start
 * of a string as the place of a fault inside it; it takes 1 to 2 times as long, and 6 times for a long
 * string.
 */
export function findJsonFault(text: string, { maxDepth }: { maxDepth: number }): JsonFault | null {
  const scan: Scan = { text, maxDepth, frames: [], position: 0, expected: "a value" };
  for (;;) {
    skipBlanks(scan);
    if (scan.position === text.length && scan.expected === "the end") return null;
    const fault = step(scan);
    if (fault !== null) return { path: pathOf(scan), ...fault };
  }
}

/** Returns the line and column of an offset. */
export function placeOf(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

function pathOf({ frames }: Scan): (string | number)[] {
  return frames.map(({ at }) => at).filter((at) => at !== null);
}

/** Consumes one token. @returns the fault, if any */
function step(scan: Scan): TokenFault {
  const character = scan.text[scan.position] ?? "";
  switch (scan.expected) {
    case "a value or ]":
      return character === "]" ? closeFrame(scan) : takeValue(scan, character);
    case "a value":
      return takeValue(scan, character);
    case "a name in double quotes or }":
      return character === "}" ? closeFrame(scan) : takeName(scan, character);
    case "a name in double quotes":
      return takeName(scan, character);
    case ":":
      return character === ":" ? move(scan, "a value") : unexpected(scan);
    case ", or }":
      if (character === ",") return move(scan, "a name in double quotes");
      return character === "}" ? closeFrame(scan) : unexpected(scan);
    case ", or ]":
      if (character === ",") return nextItem(scan);
      return character === "]" ? closeFrame(scan) : unexpected(scan);
    case "the end":
      return unexpected(scan);
  }
}

function takeValue(scan: Scan, character: string): TokenFault {
  if (character === "{" || character === "[") return openFrame(scan, character);
  if (character === '"') return takeString(scan) ?? endValue(scan);
  return takeNumberOrWord(scan) ?? endValue(scan);
}

function openFrame(scan: Scan, character: "{" | "["): TokenFault {
  if (scan.frames.length === scan.maxDepth) {
    return { offset: scan.position, message: `Nested deeper than ${scan.maxDepth} levels.` };
  }
  const isObject = character === "{";
  scan.frames.push({ at: isObject ? null : 0 });
  return move(scan, isObject ? "a name in double quotes or }" : "a value or ]");
}

function closeFrame(scan: Scan): null {
  scan.frames.pop();
  scan.position += 1;
  return endValue(scan);
}

function endValue(scan: Scan): null {
  const frame = scan.frames.at(-1);
  const isArray = typeof frame?.at === "number";
  scan.expected = frame === undefined ? "the end" : isArray ? ", or ]" : ", or }";
  return null;
}

function nextItem(scan: Scan): null {
  const frame = scan.frames.at(-1)!;
  frame.at = (frame.at as number) + 1;
  return move(scan, "a value");
}

function takeName(scan: Scan, character: string): TokenFault {
  if (character !== '"') return unexpected(scan);
  const offset = scan.position;
  const fault = takeString(scan);
  if (fault !== null) return fault;
  scan.expected = ":";
  const message = checkName(scan, decodeString(scan.text.slice(offset, scan.position)));
  return message === null ? null : { offset, message };
}

function decodeString(literal: string): string {
  return literal.includes("\\") ? JSON.parse(literal) : literal.slice(1, -1);
}

function checkName({ frames }: Scan, name: string): string | null {
  const frame = frames.at(-1)!;
  frame.at = name;
  frame.names ??= new Set();
  if (frame.names.has(name)) return "This name occurs more than once.";
  frame.names.add(name);
  const isPrototype = name === "prototype" && frames.at(-2)?.at === "constructor";
  return name === "__proto__" || isPrototype ? "This name is not allowed." : null;
}

/** Moves past the string whose opening quote is at the position. */
function takeString(scan: Scan): TokenFault {
  const offset = scan.position;
  scan.position += 1;
  while (scan.text[scan.position] !== '"') {
    const end = endOf(STRING_PART, scan);
    if (end === null) return unexpected(scan, "a character that is allowed in a string");
    scan.position = end;
  }
  scan.position += 1;
  // Only an escape can produce half a character: the text itself comes from UTF-8.
  const isWhole = decodeString(scan.text.slice(offset, scan.position)).isWellFormed();
  if (isWhole) return null;
  return { offset, message: "This text holds half a character (an unpaired surrogate)." };
}

function takeNumberOrWord(scan: Scan): TokenFault {
  const offset = scan.position;
  const end = endOf(NUMBER, scan) ?? endOf(WORD, scan);
  if (end === null) return unexpected(scan);
  scan.position = end;
  const number = Number(scan.text.slice(offset, end));
  const isTooLarge = Math.abs(number) === Number.POSITIVE_INFINITY;
  return isTooLarge ? { offset, message: "The number is too large." } : null;
}

function move(scan: Scan, expected: Expectation): null {
  scan.position += 1;
  scan.expected = expected;
  return null;
}

function skipBlanks(scan: Scan): void {
  while (" \t\n\r".includes(scan.text[scan.position] ?? "x")) scan.position += 1;
}

/** Returns the end of a match that begins at the position. */
function endOf(pattern: RegExp, { text, position }: Scan): number | null {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function unexpected({ text, position, ...scan }: Scan, expected: string = scan.expected) {
  const isEnd = position === text.length;
  const message = isEnd ? "The JSON ends too early." : `Expected ${expected}.`;
  return { offset: position, message };
}
