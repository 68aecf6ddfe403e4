import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
  /** Signs claims with the key that it publishes. */
  sign(claims: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

export async function startHostileProvider(): Promise<HostileProvider> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" }];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
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
    get requests() {
      return requests;
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
