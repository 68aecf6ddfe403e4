import { once } from "node:events";
import { readFile, symlink } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { inspect } from "node:util";
import { serve } from "@hono/node-server";
import { build } from "esbuild";
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { Miniflare } from "miniflare";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { noticeKeys } from "../../runtime/cli/cli-session.ts";
import {
  createNoticeHandler,
  createPartnerClient,
  createTokenVerifier,
  type Notice,
  type NoticeHandler,
  type NoticeHandlerOptions,
  type NoticeSource,
  type PartnerClientOptions,
  type PartnerError,
} from "../../runtime/partner-client/exports.ts";
import { ROOT } from "../support/command.ts";
import {
  callAdmin,
  callChain,
  type DataChain,
  type DataFolder,
  onData,
  prepareData,
} from "../support/data-server.ts";
import { freePort } from "../support/free-port.ts";
import { startProgram } from "../support/running.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { makeFolder, makeSharedFolder, writeTree } from "../support/tree.ts";

const CONSUMER = { email: "ann@customer.example", password: "correct horse battery" };
const MINUTE_MS = 60_000;

type ConsumerTokens = Readonly<Record<"access_token" | "refresh_token", string>>;

/** Requests to the notification URLs, which are served by the handler of a test. */
interface Site {
  readonly url: string;
  /** The requests so far, each with its body unread. */
  readonly requests: Request[];
  handle: NoticeHandler;
  close(): void;
}

async function startSite(): Promise<Site> {
  const site: Site = {
    url: "",
    requests: [],
    handle: async () => new Response(null, { status: 204 }),
    close: () => server.close(),
  };
  const server = serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const { url, method, headers } = request;
      site.requests.push(new Request(url, { method, headers, body: await request.clone().text() }));
      return site.handle(request);
    },
  });
  await once(server, "listening");
  return Object.assign(site, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

describe("docgate/partner with a server of docgate", () => {
  const folder = makeSharedFolder();
  let site: Site;
  let prepared: DataFolder;
  let server: TestServer;
  let chain: DataChain;
  let other: DataChain;
  let consumer: ConsumerTokens;
  let theirConsumer: ConsumerTokens;

  const admin = (method: string, path: string, body?: unknown) =>
    callAdmin(server, { token: prepared.token, method, path, body });

  beforeAll(async () => {
    site = await startSite();
    const notificationUrls = [`${site.url}/shop`, `${site.url}/other`];
    prepared = await prepareData(folder(), { notificationUrls });
    [chain, other] = prepared.chains as [DataChain, DataChain];
    server = await startServer({
      partner: true,
      corpus: prepared.corpus,
      args: ["--data", prepared.data],
      env: { DOCGATE_NOTICE_ALLOW_PRIVATE: "127.0.0.1" },
    });
    for (const { contractId } of prepared.chains) {
      await admin("POST", "/consumers", { contractId, registration: "system", ...CONSUMER });
    }
    consumer = await signIn(chain);
    theirConsumer = await signIn(other);
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  afterAll(async () => {
    await server?.stop();
    site?.close();
  });

  function clientOf({ origin, clientId, clientSecret, keyId, rawKey }: DataChain) {
    const credentials = { clientId, clientSecret, apiKeyId: keyId, apiKey: rawKey };
    return createPartnerClient({ docgateUrl: server.url, origin, ...credentials });
  }

  /** Signs a consumer in, as the partner's page does. */
  async function signIn(at: DataChain): Promise<ConsumerTokens> {
    const call = { method: "POST", path: "/auth/access_token", body: CONSUMER };
    const answer = await callChain(server, at, call);
    if (answer === "dropped") throw new Error("The sign-in was dropped");
    return answer.json.result;
  }

  /** Lets a handler receive the notices of the site, and sees what it accepts and refuses. */
  function receive(options: Partial<NoticeSource> = {}) {
    const accepted: Notice[] = [];
    const refused: string[] = [];
    const every = (notice: Notice) => void accepted.push(notice);
    const handle = createNoticeHandler({
      docgateUrl: server.url,
      webhookId: chain.webhookId,
      handlers: { every },
      onError: (error) => refused.push((error as PartnerError).code),
      ...options,
    } as NoticeHandlerOptions);
    site.requests.length = 0;
    site.handle = handle;
    return { handle, accepted, refused };
  }

  async function sendTest({ webhookId }: DataChain): Promise<void> {
    expect((await admin("POST", `/webhooks/${webhookId}/test`)).status).toBe(202);
  }

  /** Changes the clock of this process. */
  function advance(ms: number): void {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  }

  describe("createPartnerClient", () => {
    it("reads the spaces, the contract, the policy and front settings", async () => {
      const client = clientOf(chain);
      const { agent } = (
        await admin("POST", "/agents", {
          spaceId: chain.spaceId,
          agentId: "repairs",
          displayName: "Repairs",
          startFlow: "welcome",
        })
      ).json;
      await admin("PUT", `/agents/${agent.id}/front-settings`, { accent: "#0b57a4" });

      const [space] = await client.readSpaces();
      expect(space).toMatchObject({ id: chain.spaceId, agents: [{ agentId: "repairs" }] });
      expect(await client.readContract()).toMatchObject({ key: chain.contractKey });
      expect(await client.readPolicy()).toMatchObject({ otpInsideRegistration: false });
      expect(await client.readFrontSettings("repairs")).toEqual({ accent: "#0b57a4" });
      expect(await client.readFrontSettings("nobody")).toBeNull();
    });

    it("mints again when its token was revoked: for a read, and for the handshake", async () => {
      const client = clientOf(chain);
      const first = await client.applicationToken();

      await admin("POST", `/api-keys/${chain.keyId}/revoke-tokens`);
      expect(await Promise.all([client.readSpaces(), client.readSpaces()])).toHaveLength(2);
      const second = await client.applicationToken();
      await admin("POST", `/api-keys/${chain.keyId}/revoke-tokens`);
      await client.requestCertificate();

      expect(new Set([first, second, await client.applicationToken()]).size).toBe(3);
    });

    it("says what is wrong, without a credential", async () => {
      const wrong = { ...chain, clientSecret: chain.clientSecret.replace(/.$/, "-") };
      const refusal = await clientOf(wrong)
        .readSpaces()
        .catch((error) => error);
      const dropped = await clientOf({ ...chain, origin: "https://unknown.example" })
        .readSpaces()
        .catch((error) => error);

      expect(refusal).toMatchObject({ name: "PartnerError", code: "mint-refused" });
      expect(refusal.message).toContain("check client id, client secret, API key id and raw key");
      expect(dropped).toMatchObject({ code: "unreachable" });
      expect(dropped.message).toContain('is "https://unknown.example" the Origin of the webhook');
      const printed = inspect([refusal, dropped, clientOf(chain)], { depth: 20, showHidden: true });
      const credentials = btoa(`${chain.clientSecret}|${chain.keyId}|${chain.rawKey}`);
      for (const secret of [chain.clientSecret, chain.rawKey, credentials]) {
        expect(printed).not.toContain(secret.slice(0, 20));
      }
    });
  });

  describe("createTokenVerifier", () => {
    async function trustingVerifier() {
      const verifier = createTokenVerifier({ docgateUrl: server.url });
      await verifier.trust(chain.pem);
      return verifier;
    }

    it("verifies a consumer's token with the certificate that the handshake delivered", async () => {
      const verifier = createTokenVerifier({ docgateUrl: server.url });
      const delivered = new Promise((resolve) => {
        site.handle = createNoticeHandler({
          docgateUrl: server.url,
          webhookId: chain.webhookId,
          handlers: {
            r_cert: async ({ pem, sharedSecret }) => {
              resolve([await verifier.trust(pem), sharedSecret]);
            },
          },
          onError: resolve,
        });
      });
      const { access_token: token } = consumer;
      const audience = chain.contractKey;
      await expect(verifier.verify(token, { audience })).rejects.toMatchObject({
        code: "certificate-unknown",
      });

      await clientOf(chain).requestCertificate();

      const { certificate } = (await admin("GET", `/certificates/${chain.certificateId}`)).json;
      expect(await delivered).toEqual([
        { pem: chain.pem, fingerprint: certificate.fingerprint, kid: expect.any(String) },
        "a shared secret 1",
      ]);
      expect(await verifier.verify(token, { audience })).toMatchObject({
        iss: server.url,
        aud: chain.contractKey,
        typ: "access",
      });
    });

    it("refuses tokens of another tenant, and refresh tokens", async () => {
      const verifier = await trustingVerifier();
      const { access_token, refresh_token } = consumer;
      const audience = chain.contractKey;

      await expect(
        verifier.verify(theirConsumer.access_token, { audience: other.contractKey }),
      ).rejects.toMatchObject({ code: "certificate-unknown" });
      await expect(
        verifier.verify(access_token, { audience: other.contractKey }),
      ).rejects.toMatchObject({ code: "consumer-token-invalid" });
      await expect(verifier.verify(refresh_token, { audience })).rejects.toMatchObject({
        code: "consumer-token-invalid",
        message: 'The consumer\'s token is not valid: its claim "typ" is not "access".',
      });
      await expect(verifier.verify(access_token, { audience: "" })).rejects.toThrow(TypeError);
    });

    it("refuses tokens that have expired, were signed by others, or not at all", async () => {
      const verifier = await trustingVerifier();
      const audience = chain.contractKey;
      const { access_token: token } = consumer;
      const claims = decodeJwt(token);
      const { kid } = verifier.certificate()!;
      const { privateKey } = await generateKeyPair("ES256");
      const forged = [
        new UnsecuredJWT(claims).encode(),
        await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey),
        // The public certificate as the secret of a symmetric signature.
        await new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256", kid })
          .sign(new TextEncoder().encode(chain.pem)),
        "nonsense",
        "e".repeat(10_000),
      ];
      for (const one of forged) {
        await expect(verifier.verify(one, { audience }), one).rejects.toMatchObject({
          code: "consumer-token-invalid",
        });
      }

      expect(await verifier.verify(token, { audience })).toMatchObject({ sub: claims.sub });
      advance(16 * MINUTE_MS);
      await expect(verifier.verify(token, { audience })).rejects.toMatchObject({
        code: "consumer-token-expired",
      });
    });

    it("keeps the certificate before for the life of its tokens, unless all trust ends", async () => {
      const verifier = await trustingVerifier();
      const { access_token: token } = consumer;
      const audience = chain.contractKey;
      await verifier.trust(other.pem);
      expect(await verifier.verify(token, { audience })).toMatchObject({ typ: "access" });
      advance(16 * MINUTE_MS);
      await expect(verifier.verify(token, { audience })).rejects.toMatchObject({
        code: "certificate-unknown",
      });
      vi.useRealTimers();

      verifier.distrust();

      expect(verifier.certificate()).toBeUndefined();
      await expect(verifier.verify(token, { audience })).rejects.toMatchObject({
        code: "certificate-unknown",
      });
    });

    it("trusts only a certificate with the fingerprint that is expected", async () => {
      const verifier = createTokenVerifier({ docgateUrl: server.url });
      const { fingerprint } = await verifier.trust(chain.pem);

      await expect(verifier.trust(other.pem, { fingerprint })).rejects.toMatchObject({
        code: "certificate-invalid",
      });
      await expect(verifier.trust("not a certificate")).rejects.toMatchObject({
        code: "certificate-invalid",
      });
      expect(verifier.certificate()).toMatchObject({ fingerprint });
    });
  });

  describe("createNoticeHandler", () => {
    it("accepts signed notices once, over a rotation of docgate's key", async () => {
      const { handle, accepted, refused } = receive();
      await sendTest(chain);
      await expect.poll(() => accepted).toEqual([{ id: expect.any(String), kinds: [] }]);
      const [first] = site.requests;

      expect((await handle(first!.clone())).status).toBe(409);
      expect(refused).toEqual(["notice-replayed"]);

      const { newKey, oldKey } = await onData(prepared.data, async (platform) => {
        const [key] = await platform.store.read.noticeKeys.list({}, "createdAt");
        return { oldKey: key!.kid, newKey: await noticeKeys.rotate(platform) };
      });
      await sendTest(chain);
      await expect.poll(() => accepted.length).toBe(2);
      expect(site.requests[1]!.headers.get("docgate-key-id")).toBe(`${newKey} ${oldKey}`);

      // A notice that the new key alone signed: its id is not known here yet.
      await onData(prepared.data, (platform) => noticeKeys.remove(platform, oldKey));
      advance(10_000);
      await sendTest(chain);
      await expect.poll(() => accepted.length).toBe(3);

      // The old key is no longer trusted.
      expect((await handle(first!.clone())).status).toBe(401);
      expect(refused).toEqual(["notice-replayed", "notice-forged"]);
    });

    it("refuses what was changed, signed by others, sent long ago, or not signed", async () => {
      const { handle, accepted, refused } = receive();
      await sendTest(chain);
      await expect.poll(() => accepted.length).toBe(1);
      const genuine = site.requests[0]!;
      const body = await genuine.clone().text();
      async function statusOf(
        changes: Readonly<Record<string, string | null>>,
        content: string | Uint8Array<ArrayBuffer> = body,
      ): Promise<number> {
        const headers = new Headers(genuine.headers);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) headers.delete(name);
          else headers.set(name, value);
        }
        const changed = new Request(genuine.url, { method: "POST", headers, body: content });
        return (await handle(changed)).status;
      }
      const time = genuine.headers.get("webhook-timestamp")!;
      const kid = genuine.headers.get("docgate-key-id")!.split(" ")[0]!;
      const own = await generateKeyPair("Ed25519");
      const id = `${chain.webhookId}_x`;
      const text = new TextEncoder().encode(`${id}.${time}.${body}`);
      const bytes = new Uint8Array(await crypto.subtle.sign("Ed25519", own.privateKey, text));
      const forged = `v1a,${Buffer.from(bytes).toString("base64")}`;

      expect(await statusOf({}, '{"synch-data":["r_space"]}')).toBe(401);
      expect(await statusOf({ "webhook-id": id })).toBe(401);
      expect(await statusOf({ "webhook-timestamp": String(Number(time) + 1) })).toBe(401);
      expect(await statusOf({ "webhook-timestamp": `0${time}` })).toBe(401);
      const signed = { "webhook-id": id, "webhook-signature": forged };
      expect(await statusOf({ ...signed, "docgate-key-id": kid })).toBe(401);
      expect(await statusOf({ ...signed, "docgate-key-id": "unknown" })).toBe(401);
      expect(await statusOf({ "webhook-signature": null })).toBe(401);
      expect(await statusOf({ "docgate-key-id": null })).toBe(401);
      expect(await statusOf({}, new Uint8Array(70_000))).toBe(400);
      advance(6 * MINUTE_MS);
      expect(await statusOf({})).toBe(401);
      advance(-12 * MINUTE_MS);
      expect(await statusOf({})).toBe(401);

      expect(accepted).toHaveLength(1);
      expect(refused).toEqual([
        ...["notice-forged", "notice-forged", "notice-forged", "notice-unsigned"],
        ...["notice-forged", "notice-forged", "notice-unsigned", "notice-unsigned"],
        ...["notice-invalid", "notice-late", "notice-late"],
      ]);
    });

    it("accepts notices without a signature only where the partner says so", async () => {
      const webhook = `/webhooks/${other.webhookId}`;
      await admin("PATCH", webhook, { signing: "none" });
      const strict = receive({ webhookId: other.webhookId });
      await sendTest(other);
      await expect.poll(() => strict.refused).toEqual(["notice-unsigned"]);
      expect(strict.accepted).toEqual([]);

      const open = receive({ signing: "none" });
      await sendTest(other);
      await expect.poll(() => open.accepted).toEqual([{ id: undefined, kinds: [] }]);
      await admin("PATCH", webhook, { signing: "v1a" });
    });
  });

  it("runs on Workers: a read, and a notice whose signature is verified", async () => {
    const { accepted } = receive();
    await sendTest(chain);
    await expect.poll(() => accepted.length).toBe(1);
    const genuine = site.requests[0]!;
    const { origin, clientId, clientSecret, keyId: apiKeyId, rawKey: apiKey } = chain;
    const credentials = { origin, clientId, clientSecret, apiKeyId, apiKey };
    const worker = new Miniflare({
      modules: true,
      cf: false,
      compatibilityDate: "2026-01-01",
      script: await bundleWorker({
        client: { docgateUrl: server.url, ...credentials },
        webhookId: chain.webhookId,
      }),
    });
    onTestFinished(() => worker.dispose());
    const { "content-length": _, ...headers } = Object.fromEntries(genuine.headers);
    const init = { method: "POST", headers, body: await genuine.text() };

    const spaces = await worker.dispatchFetch("http://worker.example/spaces");
    expect(await spaces.json()).toMatchObject([{ id: chain.spaceId }]);
    const notices = "http://worker.example/notices";
    expect((await worker.dispatchFetch(notices, init)).status).toBe(204);
    expect((await worker.dispatchFetch(notices, init)).status).toBe(409);
    expect((await worker.dispatchFetch(notices, { ...init, body: "{}" })).status).toBe(401);
  });

  it("the program of the page about the client reads, gets the certificate and verifies a token", async () => {
    const place = await makeFolder();
    const page = await readFile(join(ROOT, "content/partner/client.md"), "utf8");
    const [, program] = /^```js title="partner.mjs"\n([\s\S]*?)^```$/m.exec(page)!;
    await writeTree(place, { "partner.mjs": program! });
    await symlink(join(ROOT, "node_modules"), join(place, "node_modules"));
    const port = await freePort();
    const noticePath = "/notices";
    const notificationUrl = `http://127.0.0.1:${port}${noticePath}`;
    const { webhookId, clientId, clientSecret, keyId, rawKey, origin } = other;
    await admin("PATCH", `/webhooks/${webhookId}`, { notificationUrl });
    const env = {
      ...{ DOCGATE_URL: server.url, ORIGIN: origin, CLIENT_ID: clientId, API_KEY_ID: keyId },
      ...{ CLIENT_SECRET: clientSecret, API_KEY: rawKey, PORT: String(port) },
      ...{ NOTICE_PATH: noticePath, WEBHOOK_ID: webhookId, NOTICE_SIGNING: "v1a" },
    };
    const sources = join(ROOT, "examples/demo/docgate-from-sources.ts");
    const running = startProgram([process.execPath, "--import", sources, "partner.mjs"], {
      cwd: place,
      env,
    });

    await running.printed(new RegExp(`^spaces: ${other.name}$`, "m"));
    await running.printed(/^certificate: [0-9a-f]{64}$/m);
    await admin("PATCH", `/spaces/${other.spaceId}`, { title: "Workshop" });
    await running.printed(/^spaces: Workshop$/m);
    const body = theirConsumer.access_token;
    const answer = await fetch(`http://127.0.0.1:${port}/who-is`, { method: "POST", body });
    expect(await answer.text()).toBe(decodeJwt(body).sub);
    await running.stop();
  });
});

/** Bundles a worker that serves a partner, without modules of Node.js. */
async function bundleWorker(options: {
  readonly client: PartnerClientOptions;
  readonly webhookId: string;
}): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: ROOT,
      contents: `
        import { createNoticeHandler, createPartnerClient } from "./runtime/partner-client/exports.ts";
        const options = ${JSON.stringify(options)};
        const client = createPartnerClient(options.client);
        const { webhookId, client: { docgateUrl } } = options;
        const handle = createNoticeHandler({ docgateUrl, webhookId, handlers: {}, onError() {} });
        export default {
          fetch: async (request, env, context) =>
            request.method === "POST"
              ? handle(request, context)
              : Response.json(await client.readSpaces()),
        };`,
    },
    bundle: true,
    format: "esm",
    write: false,
  });
  return outputFiles[0]!.text;
}
