import type { ApiExample } from "./examples.ts";

/**
 * Writes the request of an example as a command for a shell. What differs from one installation to
 * another is a variable: `$BASE_URL`, and the secrets.
 */
export function curlOf({ method, path, headers, body }: ApiExample["request"]): string {
  const isPlain = method === "GET" || (method === "POST" && body !== undefined);
  const words = [
    `curl ${isPlain ? "" : `-X ${method} `}"$BASE_URL${path}"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [dataOf(body)]),
  ];
  return words.join(" \\\n  ");
}

/** A body that is not JSON is a text. */
function dataOf(body: unknown): string {
  if (typeof body === "string") return `--data-binary ${quote(body)}`;
  return `-d ${quote(JSON.stringify(body, null, 2))}`;
}

/** Quotes a word so that a shell fills in its variables only. */
function quote(text: string): string {
  if (text.includes("$")) return `"${text}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
