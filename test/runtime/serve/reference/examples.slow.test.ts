import { generate } from "otplib";
import { expect, it, onTestFinished, vi } from "vitest";
import { createAdminToken } from "../../../../runtime/admin/accounts/administrators.ts";
import { createSetupLink } from "../../../../runtime/admin/accounts/setup.ts";
import { CallLog } from "../../../../runtime/partner/calls/call-log.ts";
import { recordCalls } from "../../../../runtime/partner/calls/record-calls.ts";
import { createNoticeLog } from "../../../../runtime/partner/notices/notice-log.ts";
import { createApiDescription } from "../../../../runtime/serve/api-description.ts";
import { createChainRoutes } from "../../../../runtime/serve/chain-routes.ts";
import { ApiRecorder, type CallInput } from "../../../support/api-recorder.ts";
import { createAuthenticator } from "../../../support/authenticator.ts";
import { openTestPlatform, type TestPlatform } from "../../../support/platform.ts";

const EMAIL = "admin@example.com";
const PASSWORD = "correct horse battery";

type Call = ApiRecorder["call"];

/** The metadata of a provider that is nowhere: these examples need no network. */
vi.mock(import("openid-client"), async (importOriginal) => {
  const client = await importOriginal();
  const discovery: typeof client.discovery = async ({ href }, clientId) =>
    new client.Configuration(
      {
        issuer: href,
        authorization_endpoint: `${href}/authorize`,
        token_endpoint: `${href}/token`,
        jwks_uri: `${href}/keys`,
      },
      clientId,
    );
  return { ...client, discovery };
});

it("the examples of the reference are what docgate is sent and answers", async () => {
  const test = await openTestPlatform();
  onTestFinished(test.close);
  const variables: Record<string, string> = {};
  const { routes } = createChainRoutes(test.platform, {
    version: "1",
    guardProblem: null,
    proxyCount: 0,
    requestId: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  const document = createApiDescription("1");
  const recorder = new ApiRecorder({ app: routes as never, document, variables });
  const open: Call = (operationId, input) => recorder.call(operationId, input);
  const admin: Call = (operationId, input = {}) =>
    open(operationId, withHeaders(input, { Authorization: "Bearer $ADMIN_TOKEN" }));

  const session: Call = (operationId, input = {}) =>
    open(operationId, withHeaders(input, { Cookie: "$SESSION", Origin: test.platform.publicUrl }));

  await setUp(open, test);
  await addFactor({ open, session }, test);
  await addPasskey({ open, session }, test);
  await session("updateOrganization", { body: { requiresSecondFactor: true } });
  await session("updateOrganization", { body: { requiresSecondFactor: false } });
  await endSessions(open, session);
  variables.ADMIN_TOKEN = (await createAdminToken(test.platform, { email: EMAIL })).token;
  const chain = await buildChain(admin);
  Object.assign(variables, { ORIGIN: "https://harbour.example", ...chain.variables });
  const partner: Call = (operationId, input = {}) =>
    open(operationId, withHeaders(input, { Origin: "$ORIGIN" }));
  await actAsPartner(partner, { test, variables });
  await readAndChange(admin, { test, ids: chain.ids });
  await readLogs(admin, { test, ids: chain.ids });
  await changeTeam(open, admin);
  await admin("readOrganization");
  await useProvider({ open, admin }, test);
  await removeAll(admin, chain.ids);
  await leave(admin);

  expect(recorder.uncalled(), "operations that this test must call, too").toEqual([]);
  await expect(recorder.toJson()).toMatchFileSnapshot(
    "../../../../runtime/serve/reference/examples.json",
  );
});

function withHeaders(input: CallInput, headers: Readonly<Record<string, string>>): CallInput {
  return { ...input, headers: { ...headers, ...input.headers } };
}

/** Sets docgate up as the first administrator does in the browser. */
async function setUp(call: Call, { platform }: TestPlatform): Promise<void> {
  const token = await createSetupLink(platform);
  await call("setUp", {
    body: { token, organization: "Harbour Bikes", email: EMAIL, password: PASSWORD },
  });
  await call("signInAdministrator", { body: { email: EMAIL, password: PASSWORD } });
  await call("signInAdministrator", { body: { email: EMAIL, password: "wrong" } });
}

/** Adds an authenticator app, signs in with it, and removes it. */
async function addFactor(
  { open, session }: { readonly open: Call; readonly session: Call },
  { clock }: TestPlatform,
): Promise<void> {
  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(clock.now() / 1000) });
  await open("signInAdministrator", { body: { email: EMAIL, password: PASSWORD } });
  const { secret } = await session("createTotp");
  await session("confirmTotp", { body: { code: "000000" } });
  await session("confirmTotp", { body: { code: await codeOf(secret) } });
  await session("readFactors");
  await session("replaceRecoveryCodes");
  const { secondFactor } = await open("signInAdministrator", {
    body: { email: EMAIL, password: PASSWORD },
  });
  const { token } = secondFactor;
  await open("signInBySecondFactor", { body: { token, code: "000000" } });
  clock.advance(30_000);
  await open("signInBySecondFactor", { body: { token, code: await codeOf(secret) } });
  await session("deleteTotp");
}

/** Adds a passkey, signs in with it, and removes it. */
async function addPasskey(
  { open, session }: { readonly open: Call; readonly session: Call },
  { platform }: TestPlatform,
): Promise<void> {
  const device = createAuthenticator(platform.publicUrl);
  const invited = await session("startPasskeyCreation");
  const response = device.create(invited.options);
  await session("createPasskey", { body: { token: invited.token, name: "Laptop", response } });
  const { token, options } = await open("startPasskeySignIn");
  const body = { token, response: device.get(options) };
  await open("signInByPasskey", { body });
  await open("signInByPasskey", { body });
  const { factors } = await session("readFactors");
  await session("deletePasskey", { params: { id: factors.passkeys[0].id } });
}

/** Signs in from another browser, and out again everywhere. */
async function endSessions(open: Call, session: Call): Promise<void> {
  const signIn = { body: { email: EMAIL, password: PASSWORD } };
  await open("signInAdministrator", signIn);
  const { items } = await session("listOwnSessions");
  await session("endOwnSession", { params: { id: items.at(-1).id } });
  await session("signOutEverywhere");
  await open("signInAdministrator", signIn);
}

/** Creates everything that a partner needs, from the space to the key. */
async function buildChain(call: Call) {
  const body = { title: "Help", description: "For those who have a bike of ours." };
  const { space } = await call("createSpace", { body });
  const { agent } = await call("createAgent", {
    body: { spaceId: space.id, agentId: "repairs", displayName: "Repairs", startFlow: "repairs" },
  });
  await call("saveFrontSettings", {
    params: { id: agent.id },
    body: { color: "#0a7a5c", greeting: "What is wrong with your bike?" },
  });
  const { contract } = await call("createContract", {
    body: {
      name: "Harbour Bikes",
      spaceIds: [space.id],
      defaultSystemSpaceIds: [space.id],
      outsideRegistration: true,
      otpOutsideRegistration: true,
    },
  });
  const { client, clientSecret } = await call("createClient", { body: { name: "Shop server" } });
  const { certificate } = await call("createCertificate", {
    body: { name: "Shop 2026", secretKey: "a-shared-secret-of-both" },
  });
  const { webhook } = await call("createWebhook", {
    body: {
      name: "Shop",
      origin: "https://harbour.example",
      notificationUrl: "https://harbour.example/notices",
    },
  });
  await call("createApiKey", { body: { name: "", colour: "green" } });
  const { apiKey, key } = await call("createApiKey", {
    headers: { "Idempotency-Key": "shop-2026" },
    body: {
      name: "Shop",
      clientId: client.id,
      certificateId: certificate.id,
      contractId: contract.id,
      webhookId: webhook.id,
    },
  });
  const consumers = await createConsumers(call, contract.id);
  return {
    ids: {
      ...{ ApiKey: apiKey.id, Client: client.id, Certificate: certificate.id },
      ...{ Contract: contract.id, Webhook: webhook.id, Space: space.id, Agent: agent.id },
      Consumer: consumers[0]!,
    },
    variables: {
      CLIENT_ID: client.clientId,
      CREDENTIALS: Buffer.from(`${clientSecret}|${apiKey.id}|${key}`).toString("base64"),
    },
  };
}

/** Creates one who signs in with a password, and one who also needs a passcode. */
async function createConsumers(call: Call, contractId: string): Promise<string[]> {
  const people = [
    { email: "ada@customer.example", registration: "system" },
    { email: "grace@customer.example", registration: "outside" },
  ];
  const ids: string[] = [];
  for (const person of people) {
    const body = { contractId, ...person, password: PASSWORD };
    ids.push((await call("createConsumer", { body })).consumer.id);
  }
  return ids;
}

interface PartnerSide {
  readonly test: TestPlatform;
  readonly variables: Record<string, string>;
}

/** Mints a token, claims the certificate, reads everything and signs consumers in. */
async function actAsPartner(call: Call, { test, variables }: PartnerSide): Promise<void> {
  const query = { client_id: "$CLIENT_ID" };
  await call("mintApplicationToken", { query, headers: { Authorization: "bm90IHJpZ2h0" } });
  const headers = { Authorization: "$CREDENTIALS" };
  const minted = await call("mintApplicationToken", { query, headers });
  variables.TOKEN = minted.result.access_token;
  const bearer: Call = (operationId, input = {}) =>
    call(operationId, withHeaders(input, { Authorization: "Bearer $TOKEN" }));
  const { code } = (await bearer("issueCertificateCode", { query })).result;
  await bearer("claimCertificateCode", { query, body: { code } });
  await bearer("claimCertificateCode", { query, body: { code } });
  await bearer("readSpaces");
  await call("readSpaces", { headers: { Authorization: "Bearer not-a-token" } });
  await bearer("readConsumerContract");
  await bearer("readConsumerPolicy");
  await bearer("readAgentFrontSettings", { query: { agentId: "repairs" } });
  await bearer("readAgentFrontSettings", { query: { agentId: "sales" } });

  const ada = { email: "ada@customer.example", password: PASSWORD };
  const tokens = (await call("signIn", { body: ada })).result;
  await call("refreshTokens", { body: { refresh_token: tokens.refresh_token } });
  const verify = await call("signIn", { body: { ...ada, email: "grace@customer.example" } });
  const pin = /\b[0-9]{6}\b/.exec(test.mails.at(-1)!.text)![0];
  await call("confirmPasscode", { body: { pin, token: verify.result.hash } });
}

interface AdminSide {
  readonly test: TestPlatform;
  /** By the name of the collection in operations. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Reads, changes and rotates what there is. */
async function readAndChange(call: Call, { test, ids }: AdminSide): Promise<void> {
  const { platform, sent } = test;
  await platform.lastUse.settle();
  const changes: Readonly<Record<string, object>> = {
    ApiKey: { name: "Shop 2027" },
    Client: { name: "Shop server 2027" },
    Certificate: { secretKey: "another-secret-of-both" },
    Contract: { otpInsideRegistration: true },
    Webhook: { notificationUrl: "https://harbour.example/notices/2027", signing: "v1" },
    Space: { description: "For all who have a bike." },
    Agent: { active: false },
    Consumer: { password: "a longer battery" },
  };
  for (const [name, body] of Object.entries(changes)) {
    const params = { id: ids[name]! };
    await call(`list${name}s`);
    await call(`export${name}s`);
    await call(`read${name}`, { params });
    await call(`update${name}`, { params, body });
  }
  await call("readFrontSettings", { params: { id: ids.Agent! } });
  await call("createWebhook", {
    body: { name: "Shop", origin: "https://harbour.example/", notificationUrl: "notices" },
  });
  await call("createSpace", { body: { title: "Help", description: "" } });
  await call("readApiKey", { params: { id: "no-such-key" } });
  for (const [operationId, name] of [
    ["rotateApiKey", "ApiKey"],
    ["wakePartner", "ApiKey"],
    ["makePartnerLink", "ApiKey"],
    ["readPartnerLink", "ApiKey"],
    ["endPartnerLink", "ApiKey"],
    ["rebuildApiKeyCache", "ApiKey"],
    ["revokeTokens", "ApiKey"],
    ["rotateClientSecret", "Client"],
    ["rotateCertificate", "Certificate"],
    ["rebuildCertificateCache", "Certificate"],
    ["testWebhook", "Webhook"],
    ["rotateSigningSecret", "Webhook"],
  ] as const) {
    const body = operationId === "makePartnerLink" ? { mayRotate: true } : undefined;
    await call(operationId, { params: { id: ids[name]! }, ...(body && { body }) });
  }
  await call("importConsumers", {
    query: { contractId: ids.Contract!, dryRun: "true" },
    body: "email,password,registration\nmia@example.com,a long battery,system\nno@,short,system\n",
  });
  await call("search", { query: { q: "shop" } });
  const log = createNoticeLog({ store: platform.store, now: platform.now });
  const outcome = { state: "delivered", httpStatus: 204, error: null, durationMs: 12 } as const;
  for (const { id } of sent) await log.settle(id, outcome);
}

/** Logs a single call, as docgate does if that is switched on. */
async function logCall(platform: TestPlatform["platform"]): Promise<void> {
  const callLog = new CallLog();
  callLog.add({
    requestId: "5d9f2c7e-example",
    at: new Date(platform.now()).toISOString(),
    origin: "https://harbour.example",
    endpoint: "GET /v1/space/list",
    outcome: "wrong-token",
    status: 401,
    durationMs: 3,
    network: "198.51.100.7",
  });
  await callLog.record(platform);
}

/** Reads and exports the logs, and sends a notice once more. */
async function readLogs(call: Call, { test: { platform }, ids }: AdminSide): Promise<void> {
  await recordCalls(platform.calls, platform);
  const { items } = await call("listNotices", { query: { limit: "2" } });
  await call("resendNotice", { params: { id: items[0].id } });
  const test = { kind: "test" };
  await call("exportNoticesAsCsv", { query: test });
  await call("exportNoticesAsNdjson", { query: test });
  await call("listAudit", { query: { limit: "3" } });
  await call("listAuditActors");
  const spaces = { resource: "space" };
  await call("exportAuditAsCsv", { query: spaces });
  await call("exportAuditAsNdjson", { query: spaces });
  await call("listRefusals");
  await call("exportRefusalsAsCsv");
  await call("exportRefusalsAsNdjson");
  await call("countCalls", { params: { id: ids.ApiKey! } });
  await logCall(platform);
  await call("listSearchGaps");
  const { items: calls } = await call("listCalls", { query: { limit: "2" } });
  const { requestId } = calls[0];
  await call("exportCallsAsCsv", { query: { requestId } });
  await call("exportCallsAsNdjson", { query: { requestId } });
}

/** Sets an OpenID provider up, proves its domain, and begins to sign in there. */
async function useProvider(
  { open, admin: call }: { readonly open: Call; readonly admin: Call },
  { platform }: TestPlatform,
): Promise<void> {
  const body = {
    issuer: "https://login.harbour.example/staff",
    clientId: "docgate",
    clientSecret: "as the provider shows it",
    domains: ["harbour.example"],
    newPermissions: null,
  };
  const { organization } = await call("saveProvider", { body });
  const [{ domain, record }] = organization.domains;
  await call("checkDomain", { body: { domain } });
  Object.assign(platform, { findTexts: async () => [record.value] });
  await call("checkDomain", { body: { domain } });
  await call("saveProvider", { body: { ...body, issuer: "http://login.harbour.example" } });
  await open("beginProviderSignIn", { body: { email: "ada@harbour.example" } });
  await open("beginProviderSignIn", { body: { email: "ada@elsewhere.example" } });
  await open("completeProviderSignIn", { query: { error: "access_denied" } });
  await call("deleteProvider");
}

/** Invites an administrator, who joins and is removed, and makes a token. */
async function changeTeam(open: Call, call: Call): Promise<void> {
  const { administrator, link } = await call("inviteAdministrator", {
    body: { email: "grace@example.com", permissions: ["directory", "audit"] },
  });
  await call("readAdministrator", { params: { id: administrator.id } });
  const code = link.split("=")[1];
  await open("readInvitation", { body: { code } });
  await open("acceptInvitation", { body: { code, password: PASSWORD } });
  await open("acceptInvitation", { body: { code, password: PASSWORD } });
  await open("readInvitation", { body: { code } });
  const { items } = await call("listAdministrators");
  await call("exportAdministrators");
  const params = { id: items[1].id };
  await call("updateAdministrator", { params, body: { permissions: ["directory"] } });
  await call("removeAdministrator", { params });
  const { adminToken } = await call("createToken", {
    body: { name: "deploy", permissions: ["directory"], expiresAt: "2027-01-01T00:00:00.000Z" },
  });
  await call("listTokens");
  await call("revokeToken", { params: { id: adminToken.id } });
}

/** Deletes parts before what they are bound to. */
async function removeAll(call: Call, ids: AdminSide["ids"]): Promise<void> {
  for (const [name, id] of Object.entries(ids).reverse()) {
    await call(`delete${name}`, { params: { id } });
  }
  await call("wakePartner", { params: { id: ids.ApiKey! } });
}

async function leave(call: Call): Promise<void> {
  await call("readSession");
  const body = { currentPassword: PASSWORD, newPassword: "a longer battery" };
  await call("changePassword", { body });
  await call("signOutAdministrator");
}
