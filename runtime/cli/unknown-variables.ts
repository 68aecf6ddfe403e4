import { createSuggester } from "../../corpus/text/suggest.ts";
import { SETTINGS } from "../serve/settings.ts";

const PREFIX = "DOCGATE_";

/** The address of docgate in the settings of a partner, which may be in the same environment. */
const OF_PARTNERS = "DOCGATE_URL";

/**
 * Finds variables that look like settings and are none: a mistyped name would otherwise be ignored
 * without a word.
 *
 * @returns a sentence for each
 */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const known = new Set<string>(Object.values(SETTINGS).map(({ variable }) => variable));
  const suggest = createSuggester(known);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && name !== OF_PARTNERS && !known.has(name))
    .sort()
    .map((name) => {
      const meant = suggest(name);
      const advice = meant === null ? "" : ` Did you mean ${meant}?`;
      return `The variable ${name} is not a setting of docgate, and is ignored.${advice}`;
    });
}
