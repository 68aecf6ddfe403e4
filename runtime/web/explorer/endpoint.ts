/** A GraphQL request from GraphiQL or from the panels of this page. */
export interface GraphqlRequest {
  query: string;
  operationName?: string | null | undefined;
  variables?: unknown;
}

/**
 * Sends a query to the endpoint, which has the same address as this page.
 *
 * @returns The parsed response: `data`, `errors` or both, whatever the HTTP status.
 * @throws {Error} If the response is not JSON, or the server cannot be reached.
 */
export async function queryEndpoint(request: GraphqlRequest) {
  const response = await fetch(window.location.pathname, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(request),
  }).catch((cause) => {
    throw new Error("The server does not answer. Try again.", { cause });
  });
  if (!response.headers.get("content-type")?.includes("json")) {
    throw new Error(
      `Cannot read the response of the server: expected JSON, got status ${response.status}`,
    );
  }
  return await response.json();
}
