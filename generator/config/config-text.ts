import { type Config, refusal, safeParseConfig } from "./config.ts";
import type { JsonPlaces } from "./json-places.ts";
import type { Place } from "./problem.ts";

/**
 * Parses a configuration in JSON.
 *
 * @param source the name of its file, for messages
 * @throws {DocgateError} `setting`, naming the line and column of each mistake
 */
export async function parseConfigText(text: string, source: string): Promise<Config> {
  const placeOf = ({ line, column }: Place): string => `${source}:${line}:${column}`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const place = placeOf(placeIn(error.message) ?? (await placesIn(text)).ofError());
    throw refusal([{ place, message: withoutPlace(error.message) }]);
  }
  const result = safeParseConfig(value);
  if ("config" in result) return result.config;
  const places = await placesIn(text);
  const faults = result.faults.map(({ path, isKey, message }) => ({
    ...(isKey ? places.ofKey(path) : places.of(path)),
    message,
  }));
  faults.sort((left, right) => left.line - right.line || left.column - right.column);
  throw refusal(faults.map((fault) => ({ place: placeOf(fault), message: fault.message })));
}

/** Loads the parser that finds places only for a configuration that is wrong. */
async function placesIn(text: string): Promise<JsonPlaces> {
  const { JsonPlaces } = await import("./json-places.ts");
  return new JsonPlaces(text);
}

/** The place that most messages of JSON.parse name, such as ` at position 9 (line 1 column 10)`. */
const PLACE = / (?:in JSON )?at position \d+(?: \(line (\d+) column (\d+)\))?/;

function placeIn(message: string): Place | null {
  const [, line, column] = PLACE.exec(message) ?? [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}

function withoutPlace(message: string): string {
  return `not JSON: ${message.replace(PLACE, "")}`;
}
