/**
 * Parses the text of a setting into its value. Every parser throws a {@link DocgateError} with the
 * code `setting`; its message is a sentence that does not name the source of the text.
 */

import { DocgateError } from "../../corpus/error.ts";
import { parseWholeNumber } from "../../corpus/text/whole-number.ts";

/** Parses a non-empty text. */
export function parseText(text: string): string {
  if (text !== "") return text;
  throw refusal("Expected a value, but it is empty.");
}

/** Parses corpus files. Only a comma before `NAME=` separates them: a path may have others. */
export function parseCorpora(text: string): readonly string[] {
  return text.split(/,(?=[A-Za-z0-9._-]{1,64}=)/).map(parseText);
}

/** Parses a switch: `1` and `0` in an environment, `true` and `false` in a file. */
export function parseSwitch(text: string): boolean {
  if (text === "1" || text === "true") return true;
  if (text === "0" || text === "false") return false;
  throw refusal(`Expected 1 or true, or 0 or false, but got "${text}".`);
}

/**
 * Creates the parser of whole numbers in a range.
 *
 * @param options.what Names such a number in the message, for example `a port number`.
 */
export function wholeNumber({ what, from, to }: { what: string; from: number; to: number }) {
  return (text: string): number => {
    const number = parseWholeNumber(text, { from, to });
    if (number !== null) return number;
    throw refusal(`Expected ${what} from ${from} to ${to}, but got "${text}".`);
  };
}

/** Creates the parser of an enumeration. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return (text: string): Word => {
    const word = words.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    const choices = words.map((candidate) => `"${candidate}"`).join(" or ");
    throw refusal(`Expected ${choices}, but got "${text}".`);
  };
}

/**
 * Parses the public address: http or https, with a path if a proxy leads only what is below it to
 * docgate.
 *
 * @returns its origin in lower case and its path, without a trailing slash
 */
export function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url && /^https?:$/.test(url.protocol) && `${url.origin}${url.pathname}` === url.href;
  if (isPlain) return url.href.replace(/\/+$/, "");
  throw refusal(
    "Expected an address such as https://docs.example.com or https://example.com/docs, but got " +
      `"${text}".`,
  );
}

/** Parses the origin of pages: of a site, or of an extension of a browser or an editor. */
export function parseOrigin(text: string): string {
  if (isOrigin(text)) return text;
  throw refusal(
    `Expected an origin such as https://docs.example.com, without a path, but got "${text}".`,
  );
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol } = new URL(text);
  const isSite = protocol === "http:" || protocol === "https:";
  return isSite ? origin === text : /^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/.test(text);
}

/** Parses the address of a PostgreSQL database. The message does not repeat it. */
export function parseDatabaseUrl(text: string): string {
  if (isDatabaseUrl(text)) return text;
  throw refusal(
    "Expected an address such as postgres://user:password@db.example.com:5432/docgate, in which " +
      "user and password are percent-encoded. Its value is not shown, because it may hold a password.",
  );
}

function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password, pathname, host, searchParams, hash } = new URL(text);
  const hasPlace = pathname.length > 1 && (host !== "" || searchParams.has("host"));
  return hasPlace && hash === "" && [username, password, pathname].every(isPercentEncoded);
}

function isPercentEncoded(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text);
}

/** A shorter token could be guessed. */
const METRICS_TOKEN = /^[\x21-\x7e]{16,}$/;

/** Parses who may read the metrics. The message does not repeat the value, which may be a token. */
export function parseMetrics(text: string): string {
  if (text === "loopback" || METRICS_TOKEN.test(text)) return text;
  throw refusal('Expected "loopback", or a token of 16 or more characters without blanks.');
}

/** Creates the parser of a list: values with commas between them. */
export function listOf<Value>(parse: (text: string) => Value) {
  return (text: string): readonly Value[] =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(parse);
}

/** Creates a parser that returns the text itself, but only if another parser accepts it. */
export function textFor(parse: (text: string) => unknown) {
  return (text: string): string => {
    parse(text);
    return text;
  };
}

function refusal(message: string): DocgateError {
  return new DocgateError("setting", message);
}
