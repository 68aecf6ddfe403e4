import { findJsonFault, type JsonFault } from "../../../http/json-scan.ts";
import { MAX_JSON_DEPTH } from "../api/types.ts";

/** The first thing in a text that docgate refuses as front settings. */
export type Fault = Pick<JsonFault, "offset" | "message">;

/** Returns the first place where a text is not a JSON object that the server accepts, or null. */
export function findFault(text: string): Fault | null {
  const fault = findJsonFault(text, { maxDepth: MAX_JSON_DEPTH });
  const offset = text.search(/\S/);
  if (fault !== null || text[offset] === "{") return fault;
  return { message: "The settings must be an object.", offset };
}
