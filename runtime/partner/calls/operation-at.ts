import { PARTNER_BASE, PARTNER_OPERATIONS } from "../api/operations.ts";
import { OTHER } from "./call.ts";

const OPERATIONS: ReadonlySet<string> = new Set(
  PARTNER_OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${PARTNER_BASE}${path}`),
);

/** Returns method and path of an operation of the partner API, or else {@link OTHER}. */
export function operationAt(method: string | undefined, path: string): string {
  const operation = `${method} ${path}`;
  return OPERATIONS.has(operation) ? operation : OTHER;
}
