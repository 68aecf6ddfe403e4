import { isJSONRPCRequest, type JSONRPCErrorResponse } from "@modelcontextprotocol/server";

/** The library serves this method itself, and cannot leave it out. */
const METHOD = "subscriptions/listen";

/**
 * Answers a request for subscriptions as one for any other method that docgate does not have: a
 * corpus does not change. The library would acknowledge a subscription to nothing, and over stdio
 * never end it.
 *
 * @returns undefined for all other messages
 */
export function refusalOfSubscription(message: unknown): JSONRPCErrorResponse | undefined {
  if (!isJSONRPCRequest(message) || message.method !== METHOD) return undefined;
  const error = { code: -32_601, message: "Method not found" };
  return { jsonrpc: "2.0", id: message.id, error };
}
