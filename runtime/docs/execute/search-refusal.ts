import { hasCode } from "../../../corpus/error.ts";

/**
 * Explains why a search was not answered, and what to do.
 *
 * @throws the error if it is not one of too much work
 */
export function explainRefusal(error: unknown): string {
  if (hasCode(error, "work-limit")) {
    return `${error.message} Search for longer words, and put longer texts or none in quotes.`;
  }
  if (hasCode(error, "busy")) return "The server is busy. Try again in a moment.";
  throw error;
}
