import type { Settings } from "./settings.ts";

const TIMEOUT_MS = 10_000;

export interface Agent {
  readonly id: string;
  /** The slug that opens a chat and names the front settings. */
  readonly agentId: string;
  readonly displayName: string;
  readonly startFlow: string;
  readonly startNode: string;
  readonly active: boolean;
}

export interface Space {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly agents: readonly Agent[];
}

export interface Contract {
  readonly id: string;
  readonly name: string;
  /** The tenant key that both sides know; consumer tokens name it as their audience. */
  readonly key: string;
}

export interface Policy {
  readonly outsideRegistration: boolean;
  readonly otpInsideRegistration: boolean;
  readonly otpOutsideRegistration: boolean;
  readonly blockOutsideRegistrationLogins: boolean;
  readonly blockSystemRegistrationLogins: boolean;
  readonly defaultSystemSpaces: readonly string[];
  readonly defaultOutsideSpaces: readonly string[];
}

export type FrontSettings = Readonly<Record<string, unknown>>;

/** docgate, as the partner's server calls it. Every call throws a PlatformError if it fails. */
export interface Platform {
  readSpaces(): Promise<readonly Space[]>;
  /** @returns null if the key has no contract */
  readContract(): Promise<Contract | null>;
  readPolicy(): Promise<Policy | null>;
  /** @returns null if there is no such agent */
  readFrontSettings(agentId: string): Promise<FrontSettings | null>;
  /** Asks for the certificate, which then comes to the notification URL. */
  requestCertificate(): Promise<void>;
}

/** A call that docgate refused, or did not answer. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
}

interface Call {
  readonly method?: "GET" | "POST";
  readonly query?: Readonly<Record<string, string>>;
  readonly authorization: string;
  readonly body?: unknown;
}

/** Connects to docgate with the partner's credentials. Nothing is sent before the first call. */
export function createPlatform(settings: Settings): Platform {
  const { docgateUrl, clientId, clientSecret, apiKeyId, apiKey, origin } = settings;
  let minted: Promise<string> | undefined;
  /**
   * The last handshake. A key has only one valid code, so two handshakes at once would interfere.
   */
  let handshake: Promise<void> = Promise.resolve();

  /** Every call has the Origin, even from a server: docgate closes the connection on all others. */
  async function call(path: string, options: Call): Promise<Response> {
    const { method = "GET", query = {}, authorization, body } = options;
    const url = new URL(path, docgateUrl);
    url.search = new URLSearchParams(query).toString();
    const headers = { Origin: origin, Authorization: authorization };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = { method, headers, signal, redirect: "error" } as const;
    try {
      return body === undefined
        ? await fetch(url, request)
        : await fetch(url, {
            ...request,
            headers: { ...headers, "Content-Type": "application/json" },
            body: JSON.stringify(body),
          });
    } catch (cause) {
      throw new PlatformError(
        `No answer to ${method} ${path} from ${docgateUrl}: is it running, is "${origin}" the ` +
          "Origin of the webhook entry, and has the API key all four bindings?",
        { cause },
      );
    }
  }

  async function mint(): Promise<string> {
    const credentials = [clientSecret, apiKeyId, apiKey].join("|");
    const path = "/v1/auth/application_token";
    const response = await call(path, {
      method: "POST",
      query: { client_id: clientId },
      authorization: Buffer.from(credentials).toString("base64"),
    });
    return (await resultOf<{ access_token: string }>(response, `POST ${path}`)).access_token;
  }

  /** The application token does not expire and survives a rotation of the key: one is enough. */
  function token(): Promise<string> {
    minted ??= mint().catch((error) => {
      minted = undefined;
      throw error;
    });
    return minted;
  }

  /** Reads with the token; if it is no longer valid, once more with a new one. */
  async function read(path: string, query: Readonly<Record<string, string>> = {}) {
    const used = token();
    const response = await call(path, { query, authorization: `Bearer ${await used}` });
    if (response.status !== 401) return response;
    if (minted === used) minted = undefined;
    return call(path, { query, authorization: `Bearer ${await token()}` });
  }

  async function shakeHands(): Promise<void> {
    const path = "/v1/resources/certificate";
    const authorization = `Bearer ${await token()}`;
    const query = { client_id: clientId };
    const issued = await call(path, { query, authorization });
    const { code } = await resultOf<{ code: string }>(issued, `GET ${path}`);
    const claimed = await call(path, { method: "POST", query, authorization, body: { code } });
    if (!claimed.ok) throw refusal(`POST ${path}`, claimed.status);
  }

  async function readResult<Result>(path: string): Promise<Result> {
    return resultOf<Result>(await read(path), `GET ${path}`);
  }

  return {
    readSpaces: () => readResult("/v1/space/list"),
    readContract: () => readResult("/v1/resources/consumer-contract"),
    readPolicy: () => readResult("/v1/resources/consumer-policy"),
    async readFrontSettings(agentId) {
      const path = "/v1/resources/agent-front-settings";
      const response = await read(path, { agentId });
      return response.status === 404 ? null : resultOf(response, `GET ${path}`);
    },
    requestCertificate() {
      handshake = handshake.catch(() => {}).then(shakeHands);
      return handshake;
    },
  };
}

interface Envelope<Result> {
  readonly success: boolean;
  readonly result: Result;
}

/** Unwraps docgate's responses. */
async function resultOf<Result>(response: Response, what: string): Promise<Result> {
  const body = (await response.json().catch(() => null)) as Envelope<Result> | null;
  if (!response.ok || body?.success !== true) throw refusal(what, response.status);
  return body.result;
}

function refusal(what: string, status: number): PlatformError {
  return new PlatformError(`docgate answered ${what} with ${status}, expected 200`);
}
