/** The content of a link to the explorer. */
export interface SharedQuery {
  query: string;
  /** JSON text, or "" for none. */
  variables: string;
  /** The operation to run, if `query` holds several. */
  operationName: string | null;
}

/**
 * Reads the query from a link to the explorer.
 *
 * @param search Query part of the address, for example `?query={meta{name}}`.
 * @returns Null if the address has no query.
 */
export function readSharedQuery(search: string): SharedQuery | null {
  const parameters = new URLSearchParams(search);
  const query = parameters.get("query");
  if (query === null) return null;
  return {
    query,
    variables: parameters.get("variables") ?? "",
    operationName: parameters.get("operationName"),
  };
}

/**
 * Makes the query part of an address that `readSharedQuery` reads back.
 *
 * @returns Text that starts with `?query=`; empty parts are left out.
 */
export function formatSharedQuery({ query, variables, operationName }: SharedQuery): string {
  const parameters = new URLSearchParams({ query });
  if (variables.trim() !== "") parameters.set("variables", variables);
  if (operationName) parameters.set("operationName", operationName);
  return `?${parameters}`;
}
