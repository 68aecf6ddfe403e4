import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import {
  createAdministrator,
  createAdminToken,
} from "../../runtime/admin/accounts/administrators.ts";
import { type CommandResult, type Runtime, runDocgate } from "./command.ts";
import { createConformance } from "./conformance.ts";
import { onData } from "./operator.ts";
import { callServed, type PartnerAnswer, type PartnerCall } from "./partner-client.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { startServer, type TestServer } from "./server.ts";
import { makeSharedFolder } from "./tree.ts";

/** Calls the admin API with one administrator's token. */
export interface AdminClient {
  /** Calls a path below `/admin/api`. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<PartnerAnswer>;
  /** Calls, expects success, and returns the body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  ok(method: string, path: string, body?: unknown): Promise<any>;
}

/** A whole chain: everything that a partner is given, and the ids of its parts. */
export interface Chain {
  /** The name of everything that is created for it. */
  readonly name: string;
  readonly origin: string;
  /** The path of its notification URL at the receiver. */
  readonly notices: string;
  readonly keyId: string;
  readonly rawKey: string;
  readonly clientRowId: string;
  /** `dgc_…`. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly certificateId: string;
  readonly pem: string;
  readonly contractId: string;
  readonly contractKey: string;
  readonly webhookId: string;
  readonly spaceId: string;
  readonly agentSlug: string;
}

/** A real server with an administrator, a receiver of notices, and ways to build chains. */
export interface ChainServer {
  readonly server: TestServer;
  readonly data: string;
  readonly receiver: Receiver;
  /** With all permissions, in the organization "Acme". */
  readonly admin: AdminClient;
  /** The administrator's token. */
  readonly token: string;
  /** Creates a fully bound key with everything it needs; names and Origin are unique. */
  buildChain(contract?: Record<string, unknown>): Promise<Chain>;
  /** Calls a path below `/v1`, and expects an answer. */
  partner(path: string, call?: PartnerCall): Promise<PartnerAnswer>;
  mint(chain: Chain): Promise<string>;
  /** Runs a command on the same data folder. */
  docgate(args: readonly string[]): Promise<CommandResult>;
}

/** The base64 of the mint's three values (CHAIN-C2). */
export function credentialsOf({
  clientSecret,
  keyId,
  rawKey,
}: Pick<Chain, "clientSecret" | "keyId" | "rawKey">): string {
  return Buffer.from(`${clientSecret}|${keyId}|${rawKey}`).toString("base64");
}

type CallServed = typeof callServed;

/** Makes calls and checks every answer against the OpenAPI document (ATTACK-K140). */
async function checkedCalls(url: string): Promise<CallServed> {
  const conformance = createConformance((await callServed(`${url}/openapi.json`)).json);
  return async (url, call = {}) => {
    const answer = await callServed(url, call);
    const { method = "GET" } = call;
    const { status, headers, text: bodyText } = answer;
    if (conformance.has({ method, url })) {
      conformance.check({ method, url, status, headers, bodyText });
    }
    return answer;
  };
}

function adminClient(callServed: CallServed, url: string, token: string): AdminClient {
  const call: AdminClient["call"] = (method, path, body, headers = {}) =>
    callServed(`${url}/admin/api${path}`, {
      method,
      body,
      headers,
      authorization: `Bearer ${token}`,
    });
  return {
    call,
    async ok(method, path, body) {
      const answer = await call(method, path, body);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
      return answer.text === "" ? undefined : answer.json;
    },
  };
}

export interface ChainServerOptions {
  readonly runtime: Runtime;
  /** The data folder, which may exist already. */
  readonly data: string;
  readonly receiver: Receiver;
  readonly env?: Record<string, string>;
}

let count = 0;

/** Starts a server with a token for the organization "Acme". */
export async function startChainServer(options: ChainServerOptions): Promise<ChainServer> {
  const { runtime, data, receiver, env = {} } = options;
  const docgate = (args: readonly string[]) =>
    runDocgate([...args, "--data", data], { runtime, env });
  const token = await onData(data, async (platform) => {
    const email = "admin@acme.example";
    const password = "correct horse battery staple";
    await createAdministrator(platform, { organization: "Acme", email, password });
    return (await createAdminToken(platform, { email })).token;
  });
  const server = await startServer({
    runtime,
    partner: true,
    args: ["--data", data],
    env: { DOCGATE_NOTICE_ALLOW_PRIVATE: "127.0.0.1", ...env },
  });
  const callChecked = await checkedCalls(server.url);
  const admin = adminClient(callChecked, server.url, token);
  const partner = (path: string, call: PartnerCall = {}) =>
    callChecked(`${server.url}/v1${path}`, call);

  async function buildChain(contract: Record<string, unknown> = {}): Promise<Chain> {
    const number = ++count;
    const name = `chain ${number}`;
    const origin = `https://site-${number}.partner.example`;
    const notices = `/notices-${number}`;
    const { webhook } = await admin.ok("POST", "/webhooks", {
      name,
      origin,
      notificationUrl: receiver.url(notices),
    });
    const { client, clientSecret } = await admin.ok("POST", "/clients", { name });
    await makeRoom("/certificates");
    const { certificate } = await admin.ok("POST", "/certificates", {
      name,
      secretKey: "a shared secret 1",
    });
    const { space } = await admin.ok("POST", "/spaces", { title: name, description: "A space" });
    const agentSlug = `agent-${number}`;
    await admin.ok("POST", "/agents", {
      spaceId: space.id,
      agentId: agentSlug,
      displayName: `Agent ${number}`,
      startFlow: "welcome",
      startNode: "start",
    });
    const made = await admin.ok("POST", "/contracts", { name, spaceIds: [space.id], ...contract });
    await makeRoom("/api-keys");
    const { apiKey, key } = await admin.ok("POST", "/api-keys", {
      name,
      clientId: client.id,
      certificateId: certificate.id,
      contractId: made.contract.id,
      webhookId: webhook.id,
    });
    return {
      name,
      origin,
      notices,
      keyId: apiKey.id,
      rawKey: key,
      clientRowId: client.id,
      clientId: client.clientId,
      clientSecret,
      certificateId: certificate.id,
      pem: certificate.publicCertificate,
      contractId: made.contract.id,
      contractKey: made.contract.key,
      webhookId: webhook.id,
      spaceId: space.id,
      agentSlug,
    };
  }

  /** Deletes old items: an organization has at most twenty keys and certificates. */
  async function makeRoom(collection: string): Promise<void> {
    const { items } = await admin.ok("GET", collection);
    if (items.length >= 20) await admin.ok("DELETE", `${collection}/${items[0].id}`);
  }

  async function mint(chain: Chain): Promise<string> {
    const answer = await partner(`/auth/application_token?client_id=${chain.clientId}`, {
      method: "POST",
      origin: chain.origin,
      authorization: credentialsOf(chain),
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.json.result.access_token;
  }

  return { server, data, receiver, admin, token, buildChain, partner, mint, docgate };
}

/** Shares one server between all tests of a `describe`. @returns a function that gives it */
export function shareChainServer(runtime: Runtime): () => ChainServer {
  const folder = makeSharedFolder();
  let shared: ChainServer | undefined;
  beforeAll(async () => {
    const receiver = await startReceiver();
    shared = await startChainServer({ runtime, data: join(folder(), "data"), receiver });
  });
  afterAll(async () => {
    await shared?.server.stop();
    shared?.receiver.close();
  });
  return () => {
    if (!shared) throw new Error("The server has not been started");
    return shared;
  };
}
