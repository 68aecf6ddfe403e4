import type { GraphQLError } from "graphql";
import type { GraphQLRequest } from "../execute/executor.ts";
import { badRequest } from "./reply.ts";

/** Reads a POST body: one JSON object (Documentation Query API, section 4, Transport). */
export function readBody(text: string): GraphQLRequest | GraphQLError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return badRequest("The body must be JSON, but it cannot be parsed.");
  }
  if (Array.isArray(body)) return badRequest("Batching is not supported.");
  if (!isObject(body)) return badRequest("The body must be a JSON object.");
  return checkRequest(body);
}

/**
 * Reads the parameters of a GET.
 *
 * @param search The query string, with its question mark.
 */
export function readParameters(search: string): GraphQLRequest | GraphQLError {
  const parameters = new URLSearchParams(search);
  const request: Record<string, unknown> = Object.fromEntries(parameters);
  for (const name of ["variables", "extensions"]) {
    const text = parameters.get(name);
    if (text === null) continue;
    try {
      request[name] = text === "" ? null : JSON.parse(text);
    } catch {
      return badRequest(`Parameter "${name}" must be JSON, but it cannot be parsed.`);
    }
  }
  return checkRequest(request);
}

function checkRequest(value: Record<string, unknown>): GraphQLRequest | GraphQLError {
  const { query, variables, operationName, extensions } = value;
  if (typeof query !== "string") return badRequest('"query" must be given, and a string.');
  if (!isAbsent(variables) && !isObject(variables)) {
    return badRequest('"variables" must be an object.');
  }
  if (!isAbsent(operationName) && typeof operationName !== "string") {
    return badRequest('"operationName" must be a string.');
  }
  if (!isAbsent(extensions) && !isObject(extensions)) {
    return badRequest('"extensions" must be an object.');
  }
  return { query, variables, operationName };
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
