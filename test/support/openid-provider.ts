import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Configuration, default as Provider } from "oidc-provider";

/** A person with an account at the provider. */
export interface TestAccount {
  readonly email?: string;
  readonly email_verified?: unknown;
}

export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** By subject, which is what one enters as the name; they may change. */
  readonly accounts: Map<string, TestAccount>;
  close(): Promise<void>;
}

/** The things that the provider creates; it prints a note about each without a set lifetime. */
const LIVING = ["AccessToken", "AuthorizationCode", "Grant", "IdToken", "Interaction", "Session"];

/** Generated once for a process. */
const SIGNING_KEY = {
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  alg: "ES256",
  use: "sig",
};

interface ProviderOptions {
  readonly redirectUris: readonly string[];
}

/**
 * Starts the public implementation of an OpenID provider, with its pages for development. It tells
 * emails in the answer of userinfo, not in ID tokens.
 */
export async function startOpenIdProvider({
  redirectUris,
}: ProviderOptions): Promise<TestProvider> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, TestAccount>();
  const client = { client_id: "docgate", client_secret: "secret of the client, for tests" };
  const settings: Configuration = {
    clients: [
      { ...client, redirect_uris: [...redirectUris], id_token_signed_response_alg: "ES256" },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    cookies: { keys: ["for tests"] },
    jwks: { keys: [SIGNING_KEY] },
    ttl: Object.fromEntries(LIVING.map((what) => [what, 600])),
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
  };
  server.on("request", new Provider(issuer, settings).callback());
  return {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    accounts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Signs in at the provider as a person does in a browser: enters the name of an account, and
 * consents.
 *
 * @returns the address that the provider sends the browser back to
 */
export async function signInAtProvider(location: string, subject: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = location;
  let form: Record<string, string> | undefined;
  for (let pages = 0; pages < 12; pages += 1) {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { Cookie: Array.from(jar, (pair) => pair.join("=")).join("; ") },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";", 1)[0]!.split("=");
      jar.set(name, value);
    }
    const next = response.headers.get("Location");
    const text = await response.text();
    if (next === null) {
      const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
      if (!prompt) throw new Error(`The provider shows another page: ${response.status} ${text}`);
      form = { prompt, login: subject, password: "any" };
      continue;
    }
    form = undefined;
    const target = new URL(next, url);
    if (target.origin !== new URL(location).origin) return target.href;
    url = target.href;
  }
  throw new Error("The provider does not send the browser back.");
}
