import { tsPlugin } from "@sveltejs/acorn-typescript";
import { type Expression, type Options, Parser, type Program, tokenizer, tokTypes } from "acorn";
import { faultAt, type SiteText } from "../read-text.ts";

const OPTIONS: Options = {
  ecmaVersion: "latest",
  sourceType: "module",
  locations: true,
  allowHashBang: true,
};

/**
 * Parses JavaScript or TypeScript, by the extension of its name.
 *
 * @throws {DocgateError} `setting` with line and column of the mistake
 */
export function parseScript(source: SiteText): Program {
  const parser = parserFor(source.name);
  return explained(source, "JavaScript", () => parser.parse(source.text, OPTIONS));
}

/**
 * Parses JSON with comments and final commas, as the expression that it is in JavaScript.
 *
 * @throws {DocgateError} `setting` with line and column of the mistake
 */
export function parseJsonExpression(source: SiteText): Expression {
  const { name, text } = source;
  return explained(source, "JSON", () => {
    const expression = Parser.parseExpressionAt(text, 0, OPTIONS);
    const rest = tokenizer(text.slice(expression.end), OPTIONS).getToken();
    if (rest.type === tokTypes.eof) return expression;
    const { line, column } = expression.loc!.end;
    throw faultAt({ name, line, column: column + 1, message: "not JSON: expected its end here" });
  });
}

function parserFor(name: string): typeof Parser {
  // Some JavaScript means something else in TypeScript.
  if (/\.[cm]?js$/i.test(name)) return Parser;
  return Parser.extend(tsPlugin({ jsx: /x$/i.test(name) }));
}

/** The error of the parser for a mistake. */
interface ParserError extends SyntaxError {
  readonly loc: { readonly line: number; readonly column: number };
}

function explained<T>({ name }: SiteText, language: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!isParserError(error)) throw error;
    const { line, column } = error.loc;
    const message = `not ${language}: ${error.message.replace(/ \(\d+:\d+\)$/, "")}`;
    throw faultAt({ name, line, column: column + 1, message });
  }
}

function isParserError(error: unknown): error is ParserError {
  return error instanceof SyntaxError && "loc" in error;
}
