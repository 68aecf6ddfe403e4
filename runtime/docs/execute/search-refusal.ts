import { hasCode } from "../../../corpus/error.ts";

const ADVICE = "Search for longer words, and put longer texts or none in quotes.";

/**
 * Explains why a search was not answered, and what to do.
 *
 * @param advice What to do if it takes too much work. Default: of searches.
 * @throws the error if it is not one of too much work
 */
export function explainRefusal(error: unknown, advice: string = ADVICE): string {
  if (hasCode(error, "work-limit")) {
    return `${error.message} ${advice}`;
  }
  if (hasCode(error, "busy")) return "The server is busy. Try again in a moment.";
  throw error;
}
