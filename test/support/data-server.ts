import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import {
  createAdministrator,
  createAdminToken,
} from "../../runtime/admin/accounts/administrators.ts";
import { updateWebhook } from "../../runtime/partner/chain/webhooks.ts";
import type { Actor } from "../../runtime/partner/change.ts";
import type { Platform } from "../../runtime/partner/platform.ts";
import { changed, createTestChain } from "./access-chain.ts";
import { type Chain, credentialsOf } from "./chain-server.ts";
import type { Runtime } from "./command.ts";
import { type OperatorPlace, onPlace } from "./operator.ts";
import {
  callPartner,
  callServed,
  DROPPED,
  type PartnerAnswer,
  type PartnerCall,
} from "./partner-client.ts";
import { startServer, type TestServer, writeHandbookCorpus } from "./server.ts";

export { onData } from "./operator.ts";

/** A data folder with an administrator, created in this process. */
export interface DataFolder extends OperatorPlace {
  readonly corpus: string;
  /** An admin token with all permissions. */
  readonly token: string;
  readonly chains: readonly DataChain[];
}

/** A chain whose space has no agent. */
export type DataChain = Omit<Chain, "agentSlug">;

export interface DataOptions {
  /** The notification URLs; each gets a chain. */
  readonly notificationUrls?: readonly string[];
  /** The path of the data folder. Default: `data` in the given folder. */
  readonly data?: string;
  /** The PostgreSQL database for the store. */
  readonly databaseUrl?: string;
}

export const ADMIN = { email: "admin@acme.example", password: "correct horse battery staple" };

/** Creates a data folder and a corpus below a folder. */
export async function prepareData(
  folder: string,
  { notificationUrls = [], data = join(folder, "data"), databaseUrl }: DataOptions = {},
): Promise<DataFolder> {
  const corpus = await writeHandbookCorpus(join(folder, "corpus.json"));
  const place = databaseUrl === undefined ? { data } : { data, databaseUrl };
  return onPlace(place, async (platform) => {
    const { email } = await createAdministrator(platform, { organization: "Acme", ...ADMIN });
    const { token } = await createAdminToken(platform, { email });
    const admin = await platform.store.read.admins.find({ email });
    const actor = { organizationId: admin!.organizationId, name: email };
    const chains: DataChain[] = [];
    for (const notificationUrl of notificationUrls) {
      chains.push(await makeChain(platform, { actor, notificationUrl, number: chains.length + 1 }));
    }
    return { ...place, corpus, token, chains };
  });
}

interface NewChain {
  readonly actor: Actor;
  readonly notificationUrl: string;
  readonly number: number;
}

async function makeChain(
  platform: Platform,
  { actor, notificationUrl, number }: NewChain,
): Promise<DataChain> {
  const name = `chain-${number}`;
  const secretKey = "a shared secret 1";
  const made = await createTestChain(platform, { actor, name, secretKey });
  const { apiKey, key, client, certificate, contract, webhook, space } = made;
  await changed(platform, actor, async (change) => {
    const fields = { notificationUrl, signing: "v1a" } as const;
    await updateWebhook(change, {
      ...{ id: webhook.id, fields, allow: platform.allowance },
      secret: undefined,
    });
  });
  return {
    name,
    origin: webhook.origin,
    notices: new URL(notificationUrl).pathname,
    keyId: apiKey.id,
    rawKey: key,
    clientRowId: client.id,
    clientId: client.clientId,
    clientSecret: made.clientSecret,
    certificateId: certificate.id,
    pem: certificate.publicCertificate,
    contractId: contract.id,
    contractKey: contract.key,
    webhookId: webhook.id,
    spaceId: space.id,
  };
}

export interface StartOptions {
  readonly runtime?: Runtime;
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
}

/** Starts a server on a data folder; its notices may go to this machine. */
export async function serveData(
  { data, corpus, databaseUrl = "" }: Pick<DataFolder, "data" | "corpus" | "databaseUrl">,
  { runtime = "node", args = [], env = {} }: StartOptions = {},
): Promise<TestServer> {
  const server = await startServer({
    runtime,
    partner: true,
    corpus,
    args: ["--data", data, ...args],
    env: { DOCGATE_NOTICE_ALLOW_PRIVATE: "127.0.0.1", DATABASE_URL: databaseUrl, ...env },
  });
  onTestFinished(() => void server.process.kill("SIGKILL"));
  return server;
}

/** Ends a server like a crash. */
export async function kill(server: TestServer): Promise<void> {
  const exited = once(server.process, "exit");
  server.process.kill("SIGKILL");
  await exited;
  // Removes the resources that the test created for it.
  await server.stop();
}

/** Calls a path below `/admin/api`. */
export function callAdmin(
  { url }: Pick<TestServer, "url">,
  { token, method = "GET", path, body }: AdminCall,
): Promise<PartnerAnswer> {
  const authorization = `Bearer ${token}`;
  return callServed(`${url}/admin/api${path}`, { method, body, authorization });
}

interface AdminCall {
  readonly token: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Calls a path below `/v1` as the partner of a chain, from its Origin. */
export function callChain(
  { url }: Pick<TestServer, "url">,
  { origin }: DataChain,
  { path, ...call }: PartnerCall & { readonly path: string },
): Promise<PartnerAnswer | typeof DROPPED> {
  return callPartner(`${url}/v1${path}`, { origin, ...call });
}

/** Returns the status of a read with a Bearer, or that it was dropped. */
export async function statusOf(
  server: Pick<TestServer, "url">,
  chain: DataChain,
  bearer: string,
): Promise<number | typeof DROPPED> {
  const authorization = `Bearer ${bearer}`;
  const answer = await callChain(server, chain, { path: "/space/list", authorization });
  return answer === DROPPED ? DROPPED : answer.status;
}

/** Mints an application token. */
export async function mintAt(server: Pick<TestServer, "url">, chain: DataChain): Promise<string> {
  const path = `/auth/application_token?client_id=${chain.clientId}`;
  const authorization = credentialsOf(chain);
  const answer = await callChain(server, chain, { method: "POST", path, authorization });
  if (answer === DROPPED) throw new Error("The mint was dropped");
  expect(answer.status, answer.text).toBe(200);
  return answer.json.result.access_token;
}

/** Issues a certificate code. */
export async function issueAt(
  server: Pick<TestServer, "url">,
  { chain, token }: { readonly chain: DataChain; readonly token: string },
): Promise<string> {
  const path = `/resources/certificate?client_id=${chain.clientId}`;
  const answer = await callChain(server, chain, { path, authorization: `Bearer ${token}` });
  if (answer === DROPPED) throw new Error("The issue was dropped");
  return answer.json.result.code;
}

/** Claims a certificate code. @returns status and body */
export async function claimAt(
  server: Pick<TestServer, "url">,
  {
    chain,
    token,
    code,
  }: { readonly chain: DataChain; readonly token: string; readonly code: string },
): Promise<string> {
  const path = `/resources/certificate?client_id=${chain.clientId}`;
  const call = { method: "POST", authorization: `Bearer ${token}`, body: { code } };
  const answer = await callChain(server, chain, { path, ...call });
  return answer === DROPPED ? DROPPED : `${answer.status} ${answer.text}`;
}
