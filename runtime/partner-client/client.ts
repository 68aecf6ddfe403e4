import {
  claimRefused,
  isTokenRefused,
  isUnreachable,
  mintRefused,
  resultOf,
  tokenRefused,
  unexpected,
} from "./answer.ts";
import { createApplicationTokens } from "./application-token.ts";
import { parseBaseUrl } from "./base-url.ts";
import { onceAtATime, waitFor } from "./once-at-a-time.ts";
import type { Contract, FrontSettings, Policy, Space } from "./resources.ts";
import { type Answer, type OutgoingRequest, send } from "./send.ts";

const DEFAULT_TIMEOUT_MS = 10_000;

/** The values that the administrator gave the partner. */
export interface PartnerClientOptions {
  /** docgate's address, with its path prefix if it has one. */
  readonly docgateUrl: string;
  /** The Origin of the webhook: docgate closes the connection on any other (PIA §5.1). */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKeyId: string;
  /** The raw key. */
  readonly apiKey: string;
  /** How long to wait for each answer of docgate, in milliseconds. Default: 10 000. */
  readonly timeoutMs?: number;
}

export interface CallOptions {
  /** Ends the wait. A mint or handshake that others wait for too goes on. */
  readonly signal?: AbortSignal;
}

/**
 * docgate, as a partner's server calls it. Every method rejects with a {@link PartnerError} if
 * docgate does not answer as expected.
 */
export interface PartnerClient {
  /** Returns the application token, for calls that this client does not have. */
  applicationToken(options?: CallOptions): Promise<string>;
  /** Runs the handshake: docgate then sends the certificate to the notification URL (PIA §3). */
  requestCertificate(options?: CallOptions): Promise<void>;
  readSpaces(options?: CallOptions): Promise<readonly Space[]>;
  /** @returns null if the API key has no contract */
  readContract(options?: CallOptions): Promise<Contract | null>;
  /** @returns null if the API key has no contract */
  readPolicy(options?: CallOptions): Promise<Policy | null>;
  /**
   * @param agentId the agent's slug
   * @returns null if no space of the contract has such an agent
   */
  readFrontSettings(agentId: string, options?: CallOptions): Promise<FrontSettings | null>;
}

type Call = Pick<OutgoingRequest, "method" | "path" | "query" | "body">;

/**
 * Creates a client. It mints an application token before the first call, keeps it, and mints
 * another one when docgate does not accept it any longer.
 *
 * @throws {TypeError} if an option cannot be used; the message contains no credential
 * @example
 * import { createPartnerClient } from "docgate/partner";
 *
 * const client = createPartnerClient({
 *   docgateUrl: "https://docs.example.com",
 *   origin: "https://shop.example",
 *   clientId: "dgc_example",
 *   clientSecret: "dgs_example",
 *   apiKeyId: "019ab1f0-3e10-7b4f-b2c3-d4e5f6071829",
 *   apiKey: "dgk_example",
 * });
 * export const spaces = () => client.readSpaces({ signal: AbortSignal.timeout(2_000) });
 */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  checkOptions(options);
  const { origin, clientId, clientSecret, apiKeyId, apiKey } = options;
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const baseUrl = parseBaseUrl(options.docgateUrl);
  const tokens = createApplicationTokens(mint);
  const shakeHands = onceAtATime(runHandshake);

  function call(request: Call, authorization: string, signal?: AbortSignal): Promise<Answer> {
    const headers = { Origin: origin, Authorization: authorization };
    return send({ ...request, baseUrl, headers, timeoutMs, signal });
  }

  async function mint(): Promise<string> {
    const credentials = btoa([clientSecret, apiKeyId, apiKey].join("|"));
    const path = "/v1/auth/application_token";
    const answer = await call(
      { method: "POST", path, query: { client_id: clientId } },
      credentials,
    );
    if (answer.status === 500) throw mintRefused();
    return resultOf<{ readonly access_token: string }>(answer).access_token;
  }

  /** Calls with the token; if docgate does not accept it, once more with a new one. */
  async function callWithToken(request: Call, signal?: AbortSignal): Promise<Answer> {
    const token = await waitFor(tokens.current(), signal);
    const answer = await call(request, `Bearer ${token}`, signal);
    if (!isTokenRefused(answer)) return answer;
    tokens.forget(token);
    const again = await call(request, `Bearer ${await waitFor(tokens.current(), signal)}`, signal);
    if (isTokenRefused(again)) throw tokenRefused(again);
    return again;
  }

  async function read<Result>(path: string, { signal }: CallOptions = {}): Promise<Result> {
    return resultOf<Result>(await callWithToken({ path }, signal));
  }

  /** Issues a code. On a token that was revoked, docgate closes the connection (PIA §7). */
  async function issueCode(): Promise<string> {
    const request = { path: "/v1/resources/certificate", query: { client_id: clientId } };
    const token = await tokens.current();
    const answer = await call(request, `Bearer ${token}`).catch((error) => {
      if (!isUnreachable(error)) throw error;
      tokens.forget(token);
      return callWithToken(request);
    });
    return resultOf<{ readonly code: string }>(answer).code;
  }

  async function runHandshake(): Promise<void> {
    const code = await issueCode();
    const path = "/v1/resources/certificate";
    const query = { client_id: clientId };
    const answer = await callWithToken({ method: "POST", path, query, body: { code } });
    if (answer.status === 401) throw claimRefused();
    if (answer.status !== 200) throw unexpected(answer);
  }

  return {
    applicationToken: ({ signal } = {}) => waitFor(tokens.current(), signal),
    requestCertificate: ({ signal } = {}) => waitFor(shakeHands(), signal),
    readSpaces: (given) => read("/v1/space/list", given),
    readContract: (given) => read("/v1/resources/consumer-contract", given),
    readPolicy: (given) => read("/v1/resources/consumer-policy", given),
    async readFrontSettings(agentId, { signal } = {}) {
      const path = "/v1/resources/agent-front-settings";
      const answer = await callWithToken({ path, query: { agentId } }, signal);
      return answer.status === 404 ? null : resultOf(answer);
    },
  };
}

/** Without a line break or a space that came along when a credential was copied. */
const CREDENTIAL = /^[\w-]+$/;

function checkOptions({ origin, timeoutMs = DEFAULT_TIMEOUT_MS, ...others }: PartnerClientOptions) {
  const { clientId, clientSecret, apiKeyId, apiKey } = others;
  for (const [name, value] of Object.entries({ clientId, clientSecret, apiKeyId, apiKey })) {
    if (typeof value !== "string") {
      throw new TypeError(
        `${name} must be a string, but its type is ${typeof value}: is its environment variable set?`,
      );
    }
    if (CREDENTIAL.test(value)) continue;
    throw new TypeError(
      `${name} must consist of letters, digits, "_" and "-": is it empty, or is there a space or a line break in it?`,
    );
  }
  if (typeof origin !== "string" || URL.parse(origin)?.origin !== origin) {
    throw new TypeError(`origin must be like "https://shop.example", but it is "${origin}".`);
  }
  if (typeof timeoutMs !== "number" || !(timeoutMs > 0)) {
    throw new TypeError(`timeoutMs must be a number above 0, but it is ${timeoutMs}.`);
  }
}
