import { getIntrospectionQuery } from "graphql";

/** The introspection query with every option of graphql-js on. */
export const FULL_INTROSPECTION = getIntrospectionQuery({
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
});

/** The endpoint's answer to an HTTP request, parsed if it is JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape of the query.
  readonly body: any;
}

type Target = { readonly url: string };

/** Sends a request to `/graphql`, with the query string given. */
export async function request(server: Target, init: RequestInit, search = ""): Promise<Reply> {
  const response = await fetch(`${server.url}/graphql${search}`, init);
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== "" ? JSON.parse(text) : undefined,
  };
}

/** Sends a body by POST: a string unchanged, anything else as JSON. */
export function post(
  server: Target,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return request(server, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Sends parameters in the address by GET. */
export function get(
  server: Target,
  parameters: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return request(server, { headers }, `?${new URLSearchParams(parameters)}`);
}

/** Sends a query and returns its data. @throws {Error} if it has errors */
export async function dataOf(
  server: Target,
  query: string,
  variables?: Record<string, unknown>,
): Promise<Reply["body"]> {
  const { body } = await post(server, { query, variables });
  if (body.errors) throw new Error(`${query} was refused: ${JSON.stringify(body.errors)}`);
  return body.data;
}

/** Sends a query and returns its only error. @throws {Error} unless there is exactly one */
export async function errorOf(
  server: Target,
  query: string,
  variables?: Record<string, unknown>,
): Promise<Reply["body"]> {
  const { body } = await post(server, { query, variables });
  if (body.errors?.length !== 1) throw new Error(`Expected one error: ${JSON.stringify(body)}`);
  return body.errors[0];
}
