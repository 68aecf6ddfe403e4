import { GraphQLError } from "graphql";
import { hasCode } from "../../../corpus/error.ts";
import type { Json } from "./gather.ts";

/** An answer, and what became of the request. */
export interface GraphQLAnswer {
  /** Only what was `executed` has `data`; `not-a-query` asks for a mutation or subscription. */
  readonly outcome: "executed" | "refused" | "not-a-query";
  readonly json: Json;
  /** Whether docgate itself failed: the same request may be answered the next time. */
  readonly hasFault?: boolean;
  /** The limit that is exceeded, or the code of the first error. */
  readonly error?: string;
}

export const INTERNAL = "INTERNAL_SERVER_ERROR";

/** The answer to a request that is not executed. */
export function refuse(
  errors: readonly GraphQLError[],
  outcome: "refused" | "not-a-query" = "refused",
): GraphQLAnswer {
  return { outcome, json: JSON.stringify({ errors }), error: nameOf(errors) };
}

/** The limit that is exceeded, or the code of the first error. */
export function nameOf([error]: readonly GraphQLError[]): string {
  const { limit, code } = error!.extensions;
  return String(limit ?? code);
}

/** Every error has a code (DOC-B5). */
export function withCode(error: GraphQLError, code: string): GraphQLError {
  if (typeof error.extensions.code === "string") return error;
  return restate(error, { message: error.message, code });
}

/**
 * Logs an error that docgate itself caused, and answers it without its details. What graphql-js
 * refuses while a query is executed is a variable whose value its place does not take.
 */
export function hideFault(error: GraphQLError, onError: (error: unknown) => void): GraphQLError {
  if (typeof error.extensions.code === "string") return error;
  const cause = error.originalError ?? error;
  // An argument has the right type, but a value that makes no sense (DOC-B5).
  if (cause instanceof GraphQLError || hasCode(cause, "invalid-argument")) {
    return withCode(error, "BAD_USER_INPUT");
  }
  onError(cause);
  return restate(error, { message: "Internal server error.", code: INTERNAL });
}

function restate(
  error: GraphQLError,
  { message, code }: { readonly message: string; readonly code: string },
): GraphQLError {
  const { nodes = null, source = null, positions = null, path = null } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions: { code } });
}
