import { GraphQLError } from "graphql";
import { hasCode } from "../../../corpus/error.ts";
import type { Json } from "./output.ts";

/** An answer, and the outcome of its request. */
export interface GraphQLAnswer {
  /** Only `executed` answers have `data`; `not-a-query` is for mutations and subscriptions. */
  readonly outcome: "executed" | "refused" | "not-a-query";
  readonly json: Json;
  /** True if docgate itself failed: the same request may succeed next time. */
  readonly hasFault?: boolean;
  /** The exceeded limit, or the code of the first error. */
  readonly error?: string;
}

export const INTERNAL = "INTERNAL_SERVER_ERROR";

/** Answers a request that is not executed. */
export function refuse(
  errors: readonly GraphQLError[],
  outcome: "refused" | "not-a-query" = "refused",
): GraphQLAnswer {
  return { outcome, json: JSON.stringify({ errors }), error: nameOf(errors) };
}

/** Returns the exceeded limit, or the code of the first error. */
export function nameOf([error]: readonly GraphQLError[]): string {
  const { limit, code } = error!.extensions;
  return String(limit ?? code);
}

/** Makes sure that an error has a code (DOC-B5). */
export function withCode(error: GraphQLError, code: string): GraphQLError {
  if (typeof error.extensions.code === "string") return error;
  return restate(error, { message: error.message, code });
}

/**
 * Logs an error that docgate itself caused, and hides its details in the answer. The errors that
 * graphql-js raises during execution concern variables whose value does not fit where it is used.
 */
export function hideFault(error: GraphQLError, onError: (error: unknown) => void): GraphQLError {
  if (typeof error.extensions.code === "string") return error;
  const cause = error.originalError ?? error;
  // The argument has the right type, but an invalid value (DOC-B5).
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
