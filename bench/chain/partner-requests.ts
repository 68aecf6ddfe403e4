/** The requests of a partner's server. */
import type { ChainServer } from "./server.ts";

/** A request that is sent repeatedly. */
export interface Target {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Record<string, string>;
}

type Partner = Pick<ChainServer, "url" | "origin" | "chain">;

export function mintRequest({ url, origin, chain }: Partner): Target {
  const { clientId, clientSecret, apiKeyId, apiKey } = chain;
  const credentials = Buffer.from(`${clientSecret}|${apiKeyId}|${apiKey}`).toString("base64");
  return {
    url: `${url}/v1/auth/application_token?client_id=${clientId}`,
    method: "POST",
    headers: { Origin: origin, Authorization: credentials },
  };
}

export async function mint(docgate: Partner): Promise<string> {
  const { url, ...request } = mintRequest(docgate);
  return (await ask(url, request)).result.access_token;
}

export function bearer({ origin }: Pick<Partner, "origin">, token: string): Record<string, string> {
  return { Origin: origin, Authorization: `Bearer ${token}` };
}

/** @throws {Error} with the answer's text, unless the request succeeds */
// biome-ignore lint/suspicious/noExplicitAny: callers know the answer's shape
export async function ask(url: string, request: RequestInit): Promise<any> {
  const response = await fetch(url, request);
  if (response.ok) return response.json();
  throw new Error(`${url} was answered ${response.status}: ${await response.text()}`);
}
