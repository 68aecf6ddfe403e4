import { HIT_LIMITS } from "../../../corpus/search/words/query.ts";
import { list, name, object, placeOf } from "../../../corpus/shape.ts";
import { JsonPlaces } from "../../../generator/config/json-places.ts";
import type { Place } from "../../../generator/config/problem.ts";
import { faultAt, readText } from "../../../generator/sites/data/read-text.ts";
import { parseYaml } from "../../../generator/sites/data/yaml.ts";

/** A question, and the addresses that answer it. */
export interface Question {
  readonly query: string;
  readonly expect: readonly ExpectedAddress[];
}

/** The slug of a page, or that of one of its headings with `#` and the anchor. */
export interface ExpectedAddress extends Place {
  readonly address: string;
}

const questionsShape = list(object({ query: name, expect: list(name) }));

/**
 * Reads a file of questions, in YAML or JSON.
 *
 * @throws {DocgateError} `file` if it cannot be read, `setting` with line and column of a mistake in it
 */
export async function readQuestions(file: string): Promise<Question[]> {
  const source = await readText({ location: file, name: file });
  // JSON is YAML.
  const questions = parseYaml(source, "1.2");
  const places = new JsonPlaces(source.text);
  const refuse = (path: readonly PropertyKey[], message: string) =>
    faultAt({ name: file, ...places.of(path), message });

  const fault = questionsShape.fault(questions);
  if (fault) {
    const where = fault.path.length === 0 ? "" : `${placeOf(fault)}: `;
    throw refuse(fault.path, `${where}expected ${fault.expected}`);
  }
  const known = questions as readonly { readonly query: string; readonly expect: string[] }[];
  if (known.length === 0) throw refuse([], "expected at least one question");
  return known.map(({ query, expect }, at) => {
    if (query.length > HIT_LIMITS.queryLength) {
      throw refuse([at, "query"], `expected at most ${HIT_LIMITS.queryLength} characters`);
    }
    if (expect.length === 0) throw refuse([at, "expect"], "expected at least one address");
    return {
      query,
      expect: expect.map((address, index) => ({ address, ...places.of([at, "expect", index]) })),
    };
  });
}
