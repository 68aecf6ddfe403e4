import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** A provider that issues whatever ID token a test wants. */
export interface HostileProvider {
  readonly issuer: string;
  /** Replaces fields of its metadata. */
  readonly metadata: Record<string, unknown>;
  /** The ID token of its next answer. */
  idToken: string;
  /** The answer of userinfo. */
  userinfo: object;
  /** Number of requests. */
  readonly requests: number;
  /** Each request with its headers and its body, as one text. */
  readonly received: readonly string[];
  /** Signs claims with the key that it publishes. */
  sign(claims: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

export async function startHostileProvider(): Promise<HostileProvider> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" }];
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const head = [request.url, ...request.rawHeaders].join("\n");
    received.push(`${head}\n\n${await text(request)}`);
    const answer = answers()[new URL(request.url!, issuer).pathname];
    response.writeHead(answer ? 200 : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answers(): Record<string, object> {
    return {
      "/.well-known/openid-configuration": {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ["ES256", "HS256", "none"],
        ...provider.metadata,
      },
      "/keys": { keys },
      "/token": { access_token: "a", token_type: "Bearer", id_token: provider.idToken },
      "/userinfo": provider.userinfo,
    };
  }

  const provider = {
    issuer,
    metadata: {},
    idToken: "",
    userinfo: {},
    received,
    get requests() {
      return received.length;
    },
    sign: (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(privateKey),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return provider;
}
