import { createPrivateKey } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, it, onTestFinished } from "vitest";
import { credentialsOf } from "../support/chain-server.ts";
import { type Runtime, runShared } from "../support/command.ts";
import {
  callAdmin,
  callChain,
  kill,
  onData,
  prepareData,
  serveData,
} from "../support/data-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { callServed, type PartnerAnswer, type PartnerCall } from "../support/partner-client.ts";
import { startReceiver } from "../support/receiver.ts";
import { createScanner, type Secret, spellingsOf } from "../support/secret-scan.ts";
import { type TestServer, writeHandbookCorpus } from "../support/server.ts";
import { readStore, withStore, writeStore } from "../support/store-file.ts";
import { makeFolder } from "../support/tree.ts";

const ORIGIN = "https://shop.example";
const CONSUMER = "ada@people.example";

/** Passwords, and secrets that administrators choose; docgate generates the rest. */
const CHOSEN = {
  "administrator's password": "Tr0ub4dor&3 of the first",
  "administrator's new password": "Tr0ub4dor&3 of the second",
  "second administrator's password": "Correct-horse/battery+staple 1",
  "consumer's password": "Correct-horse/battery+staple 2",
  "consumer's new password": "Correct-horse/battery+staple 3",
  "shared secret": "first shared/secret+1",
  "new shared secret": "second shared/secret+2",
  "guessed password": "A guess that was wrong/+ 4",
} as const;

/** Everything that was sent and received, by a name for the place. */
interface Run {
  readonly secrets: Secret[];
  readonly places: Map<string, Buffer>;
  readonly data: string;
  readonly server: TestServer;
  /** Number of mails read so far. */
  mails: number;
  /** Calls, and records the answer. */
  call(path: string, call?: PartnerCall): Promise<PartnerAnswer>;
}

function keep(run: Run, name: string, value: string | Uint8Array, belongsIn?: RegExp): void {
  run.secrets.push(belongsIn ? { name, value, belongsIn } : { name, value });
}

async function start(runtime: Runtime, folder: string): Promise<Run> {
  const data = join(folder, "data");
  const corpus = await writeHandbookCorpus(join(folder, "corpus.json"));
  const places = new Map<string, Buffer>();
  const server = await serveData({ data, corpus }, { runtime, args: ["--access-log"] });
  const run: Run = {
    secrets: [],
    places,
    data,
    server,
    mails: 0,
    async call(path, call = {}) {
      const answer = await callServed(`${server.url}${path}`, call);
      const headers = JSON.stringify([...answer.headers]);
      const place = `answer ${places.size}, ${call.method ?? "GET"} ${path.replace(/\?.*/, "")}`;
      places.set(place, Buffer.from(`${headers}\n${answer.text}`));
      return answer;
    },
  };
  for (const [name, value] of Object.entries(CHOSEN)) {
    // Administrators may see a shared secret, and its partner receives it.
    const isShared = name.includes("shared");
    keep(run, name, value, isShared ? /\/admin\/api\/certificates|^notice .*r_cert/ : undefined);
  }
  return run;
}

/** The last recorded answer. */
const last = (run: Run) => new RegExp(`^${[...run.places.keys()].at(-1)!.replaceAll("/", "\\/")}$`);

/** Sets up by the link, signs in by cookie, changes the password. */
async function useConsole(run: Run): Promise<void> {
  const { server } = run;
  const setup = await waitFor(() => /#setup=(\S+)/.exec(server.log())?.[1]);
  keep(run, "set-up token", setup, /^log$/);
  const body = { organization: "Acme", email: "first@acme.example" };
  const password = CHOSEN["administrator's password"];
  const first = { ...body, token: setup, password };
  const made = await run.call("/admin/api/setup", { method: "POST", body: first });
  expect(made.status, made.text).toBe(201);
  const again = await run.call("/admin/api/setup", { method: "POST", body: first });
  expect(again.status).toBeGreaterThanOrEqual(400);
  const guess = { email: body.email, password: CHOSEN["guessed password"] };
  await run.call("/admin/api/session", { method: "POST", body: guess });
  const credentials = { email: body.email, password };
  const session = await run.call("/admin/api/session", { method: "POST", body: credentials });
  const cookie = /docgate=([^;]+)/.exec(session.headers.get("set-cookie")!)![1]!;
  keep(run, "session cookie", cookie, last(run));
  const headers = { Cookie: `docgate=${cookie}`, Origin: server.url };
  expect((await run.call("/admin/api/session", { headers })).status).toBe(200);
  const newPassword = CHOSEN["administrator's new password"];
  const change = await run.call("/admin/api/session/password", {
    method: "PUT",
    headers,
    body: { currentPassword: password, newPassword },
  });
  expect(change.status, change.text).toBe(204);
}

/** Creates a second administrator and a token with the command line. */
async function useCommandLine(run: Run, runtime: Runtime): Promise<string> {
  const { data, places } = run;
  const email = "second@acme.example";
  const create = ["admin", "create", "--org", "Acme", "--email", email, "--data", data];
  const made = await runShared(create, {
    runtime,
    input: CHOSEN["second administrator's password"],
  });
  places.set("output of admin create", Buffer.from(made.stdout + made.stderr));
  const token = await runShared(["admin", "token", "--email", email, "--data", data], { runtime });
  const value = token.stdout.trim();
  places.set("messages of admin token", Buffer.from(token.stderr));
  keep(run, "admin token", value);
  return value;
}

interface PartnerSetup {
  readonly keyId: string;
  readonly rawKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly certificateId: string;
  /** As an administrator. */
  admin(method: string, path: string, body?: unknown): Promise<PartnerAnswer>;
}

/** Builds a chain with a consumer; everything in it that can be rotated is rotated. */
async function build(
  run: Run,
  { token, notices }: { token: string; notices: string },
): Promise<PartnerSetup> {
  const admin: PartnerSetup["admin"] = async (method, path, body) => {
    const headers = { "Idempotency-Key": `${path}-${JSON.stringify(body ?? "").length}` };
    const authorization = `Bearer ${token}`;
    const call = { method, body, authorization, headers: method === "POST" ? headers : {} };
    const answer = await run.call(`/admin/api${path}`, call);
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
    return answer;
  };
  const name = "Shop";
  const { client, clientSecret: oldSecret } = (await admin("POST", "/clients", { name })).json;
  keep(run, "client secret", oldSecret, last(run));
  const rotated = await admin("POST", `/clients/${client.id}/rotate-secret`);
  const { clientSecret } = rotated.json;
  keep(run, "new client secret", clientSecret, last(run));
  const certificates = { name, secretKey: CHOSEN["shared secret"] };
  const { certificate } = (await admin("POST", "/certificates", certificates)).json;
  const certificatePath = `/certificates/${certificate.id}`;
  await keepPrivateKey(run, "private key", certificate.id);
  await admin("POST", `${certificatePath}/rotate`);
  await keepPrivateKey(run, "new private key", certificate.id);
  const { contract } = (await admin("POST", "/contracts", { name, otpInsideRegistration: true }))
    .json;
  const fields = { name, origin: ORIGIN, notificationUrl: notices, signing: "v1" };
  const { webhook, signingSecret } = (await admin("POST", "/webhooks", fields)).json;
  keep(run, "signing secret", signingSecret, last(run));
  const rotation = await admin("POST", `/webhooks/${webhook.id}/rotate-signing-secret`);
  keep(run, "new signing secret", rotation.json.signingSecret, last(run));
  const { apiKey, key: oldKey } = (
    await admin("POST", "/api-keys", {
      name,
      clientId: client.id,
      certificateId: certificate.id,
      contractId: contract.id,
      webhookId: webhook.id,
    })
  ).json;
  keep(run, "raw key", oldKey, last(run));
  const keyPath = `/api-keys/${apiKey.id}`;
  const { key: rawKey } = (await admin("POST", `${keyPath}/rotate`)).json;
  keep(run, "new raw key", rawKey, last(run));
  await admin("PATCH", certificatePath, { secretKey: CHOSEN["new shared secret"] });
  const password = CHOSEN["consumer's password"];
  const person = { contractId: contract.id, email: CONSUMER, registration: "system" };
  const { consumer } = (await admin("POST", "/consumers", { ...person, password })).json;
  const newPassword = CHOSEN["consumer's new password"];
  await admin("PATCH", `/consumers/${consumer.id}`, { password: newPassword });
  return {
    keyId: apiKey.id,
    rawKey,
    clientId: client.clientId,
    clientSecret,
    certificateId: certificate.id,
    admin,
  };
}

/** Reads a private key from the vault, which no route does, in all its forms. */
async function keepPrivateKey(run: Run, name: string, certificateId: string): Promise<void> {
  const pem = await onData(run.data, async ({ store, vault }) => {
    const certificate = await store.read.certificates.find({ id: certificateId });
    return vault.open(`certificates/${certificateId}/private-key`, certificate!.privateKey);
  });
  const key = createPrivateKey(pem);
  const { d } = key.export({ format: "jwk" });
  keep(run, `${name} (PEM)`, pem.trim());
  keep(run, `${name} (DER)`, key.export({ format: "der", type: "pkcs8" }));
  keep(run, `${name} (scalar)`, Buffer.from(d!, "base64url"));
}

async function keepInstallationKeys(run: Run): Promise<void> {
  const text = (await readFile(join(run.data, "master.key"), "utf8")).trim();
  keep(run, "master key", Buffer.from(text, "base64url"), /^file master\.key/);
  const jwks = await onData(run.data, async ({ store, vault }) =>
    Promise.all(
      (await store.read.signingKeys.list({})).map(({ kid, privateKey }) =>
        vault.open(`signing-keys/${kid}`, privateKey),
      ),
    ),
  );
  for (const jwk of jwks) {
    keep(run, "signing key", Buffer.from(JSON.parse(jwk).d, "base64url"));
  }
}

/** Does everything that a partner can do, right and wrong. */
async function usePartnerApi(run: Run, built: PartnerSetup): Promise<void> {
  const { keyId, clientId, rawKey, admin } = built;
  const call = (path: string, call: PartnerCall = {}) =>
    run.call(`/v1${path}`, { origin: ORIGIN, ...call });
  const mint = `/auth/application_token?client_id=${clientId}`;
  const credentials = credentialsOf(built);
  const minted = await call(mint, { method: "POST", authorization: credentials });
  const token: string = minted.json.result.access_token;
  keep(run, "application token", token, last(run));
  await call(mint, { method: "POST", authorization: `Basic ${credentials}` });
  for (const bearer of [token, rawKey, `${rawKey}x`, `${token}x`]) {
    await call("/space/list", { authorization: `Bearer ${bearer}` });
  }
  // In the wrong places: in the query, as another token, in a body that is refused.
  await call(`/space/list?access_token=${token}&key=${rawKey}`);
  await call("/space/list", { authorization: `Token ${token}` });
  const authorization = `Bearer ${token}`;
  const certificate = `/resources/certificate?client_id=${clientId}`;
  for (const name of ["certificate code", "second certificate code"]) {
    const { code } = (await call(certificate, { authorization })).json.result;
    keep(run, name, code, last(run));
    const claim = { method: "POST", authorization };
    await call(certificate, { ...claim, body: `{"code":"${code}","code":"${code}"}` });
    await call(certificate, { ...claim, body: `{"code":"${code}"` });
    expect((await call(certificate, { ...claim, body: { code } })).json).toEqual({ success: true });
    await call(certificate, { ...claim, body: { code } });
  }
  await admin("POST", `/api-keys/${keyId}/wake`);
}

/** Signs a consumer in, with a passcode, and refreshes the tokens. */
async function signIn(run: Run): Promise<void> {
  const post = (path: string, body: unknown) =>
    run.call(`/v1/auth${path}`, { method: "POST", origin: ORIGIN, body });
  const password = CHOSEN["consumer's new password"];
  const email = CONSUMER;
  await post("/access_token", { email, password: CHOSEN["guessed password"] });
  await post("/access_token", { email, password, further: password });
  await post("/access_token", `{"email":"${email}","password":"${password}`);
  for (const attempt of ["wrong", "right"]) {
    const { hash } = (await post("/access_token", { email, password })).json.result;
    keep(run, `challenge (${attempt})`, hash, last(run));
    const pin = await newestPin(run);
    keep(run, `passcode (${attempt})`, pin, /^file outbox\//);
    const other = pin === "123456" ? "654321" : "123456";
    const answer = await post("/otp/confirm", {
      token: hash,
      pin: attempt === "right" ? pin : other,
    });
    if (attempt === "wrong") expect(answer.json.message).toBe("Expired");
    else await keepTokens(run, answer);
  }
}

async function keepTokens(run: Run, answer: PartnerAnswer): Promise<void> {
  const { access_token, refresh_token } = answer.json.result;
  keep(run, "access token", access_token, last(run));
  keep(run, "refresh token", refresh_token, last(run));
  const body = { refresh_token };
  const refreshed = await run.call("/v1/auth/refresh_token", {
    method: "POST",
    origin: ORIGIN,
    body,
  });
  keep(run, "second access token", refreshed.json.result.access_token, last(run));
  keep(run, "second refresh token", refreshed.json.result.refresh_token, last(run));
  // A second time: the whole family ends.
  await run.call("/v1/auth/refresh_token", { method: "POST", origin: ORIGIN, body });
}

/** Waits for the next mail. */
async function newestPin(run: Run): Promise<string> {
  run.mails += 1;
  const outbox = join(run.data, "outbox");
  const files = await waitFor(async () => {
    const all = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml"));
    return all.length >= run.mails ? all.sort() : undefined;
  });
  const { text } = await PostalMime.parse(await readFile(join(outbox, files.at(-1)!)));
  return /\b\d{6}\b/.exec(text!)![0];
}

/** Changed or exchanged encrypted values: everything that needs them fails (ATTACK-I122). */
async function tamper(run: Run, { certificateId, clientId, admin }: PartnerSetup): Promise<void> {
  await admin("POST", "/certificates", { name: "Other", secretKey: CHOSEN["shared secret"] });
  const columns = (from: string) =>
    `private_key = (SELECT private_key FROM certificates WHERE name = '${from}'), ` +
    `secret_key = (SELECT secret_key FROM certificates WHERE name = '${from}')`;
  writeStore(run.data, "CREATE TABLE aside AS SELECT * FROM certificates");
  writeStore(run.data, `UPDATE certificates SET ${columns("Other")} WHERE id = '${certificateId}'`);
  const origin = ORIGIN;
  const person = { email: CONSUMER, password: CHOSEN["consumer's new password"] };
  const { hash } = (
    await run.call("/v1/auth/access_token", { method: "POST", origin, body: person })
  ).json.result;
  keep(run, "challenge (changed)", hash, last(run));
  const pin = await newestPin(run);
  keep(run, "passcode (changed)", pin, /^file outbox\//);
  const body = { token: hash, pin };
  const confirmed = await run.call("/v1/auth/otp/confirm", { method: "POST", origin, body });
  expect([confirmed.status, confirmed.text]).toEqual([
    500,
    '{"success":false,"status":500,"message":"Internal server error"}',
  ]);
  const key = run.secrets.find(({ name }) => name === "new raw key")!.value as string;
  const certificate = `/v1/resources/certificate?client_id=${clientId}`;
  const authorization = `Bearer ${key}`;
  const { code } = (await run.call(certificate, { origin, authorization })).json.result;
  keep(run, "code (changed)", code, last(run));
  const claim = { method: "POST", origin, authorization, body: { code } };
  expect((await run.call(certificate, claim)).status).toBe(500);
  expect(run.server.log()).toMatch(/Cannot open the sealed value .*: it belongs to another record/);
  writeStore(
    run.data,
    "UPDATE certificates SET private_key = aside.private_key, secret_key = aside.secret_key " +
      "FROM aside WHERE aside.id = certificates.id; DROP TABLE aside",
  );
  // Nothing was consumed, nothing was delivered, and the process keeps running.
  expect((await run.call(certificate, claim)).json).toEqual({ success: true });
}

async function addFiles({ data, places }: Run): Promise<void> {
  for (const name of await readdir(data, { recursive: true })) {
    const bytes = await readFile(join(data, name)).catch(() => undefined);
    if (bytes) places.set(`file ${name}`, bytes);
  }
}

/** Waits until something exists. */
async function waitFor<Value>(
  find: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  await expect.poll(async () => (await find()) !== undefined, { timeout: 15_000 }).toBe(true);
  return (await find())!;
}

describe.each(runtimesOf("node"))("secrets on %s", (runtime) => {
  it("ATTACK-I121, ATTACK-D36, ATTACK-I122, ATTACK-I126: are in no file, log, answer or notice except where they belong", async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const run = await start(runtime, await makeFolder());
    await useConsole(run);
    const token = await useCommandLine(run, runtime);
    const built = await build(run, { token, notices: receiver.url() });
    await keepInstallationKeys(run);
    await usePartnerApi(run, built);
    await signIn(run);
    await tamper(run, built);
    await built.admin("GET", "/audit?limit=200");
    await built.admin("GET", "/notices?limit=200");
    await expect
      .poll(() => readStore(run.data, "SELECT id FROM notices WHERE state = 'pending'"), {
        timeout: 15_000,
      })
      .toEqual([]);
    // A crash leaves more behind than a shutdown.
    await kill(run.server);
    await addFiles(run);
    for (const [number, { headers, text }] of receiver.all().entries()) {
      const kind = text.includes('"r_cert"') ? "r_cert" : "refresh";
      run.places.set(`notice ${number}, ${kind}`, Buffer.from(JSON.stringify(headers) + text));
    }
    run.places.set("log", Buffer.from(run.server.log()));

    const { scan } = createScanner(run.secrets);
    const found = Array.from(run.places, ([place, bytes]) => scan(place, bytes)).flat();
    expect(found).toEqual([]);
    expect(run.secrets.length).toBeGreaterThan(30);

    // The scan is able to find them: each is where it belongs, and in a file if it is put there.
    const places = [...run.places.keys()];
    expect(places).toContain("file docgate.db");
    expect(places).toContain("file docgate.db-wal");
    const isSeen = (place: RegExp, text: string) =>
      Array.from(run.places).some(([name, bytes]) => place.test(name) && bytes.includes(text));
    expect(isSeen(/^file docgate\.db/, built.rawKey.slice(0, 12))).toBe(true);
    expect(isSeen(/^file docgate\.db/, CONSUMER)).toBe(true);
    expect(isSeen(/^log$/, "POST /v1/auth/otp/confirm 200")).toBe(true);
    expect(isSeen(/^notice/, CHOSEN["new shared secret"])).toBe(true);
    for (const { name, value, belongsIn } of run.secrets) {
      if (typeof value !== "string" || !belongsIn || name === "shared secret") continue;
      expect(isSeen(belongsIn, value), name).toBe(true);
    }
    const database = run.places.get("file docgate.db")!;
    for (const { name, value } of run.secrets) {
      const one = createScanner([{ name, value }]);
      for (const [spelling, text] of Object.entries(spellingsOf(value))) {
        const bytes = [database.subarray(0, 100), Buffer.from(`"${text}"`, "latin1")];
        const seen = one.scan("control", Buffer.concat(bytes));
        expect(seen).toContain(`${name}, as ${spelling}, in control`);
      }
    }
  });
});

it("ATTACK-I125: what people enter cannot forge a line of the log, nor colour the terminal", async () => {
  const evil = "Shop\r\n2026-11-21T00:00:00.000Z GET /forged 200 1.0ms\u001b[31m\u202e\u2028red";
  const prepared = await prepareData(await makeFolder(), {
    notificationUrls: ["http://127.0.0.1:1/"],
  });
  const { data, token, chains } = prepared;
  withStore(data, (database) => {
    const rename = "UPDATE certificates SET name = ?, not_after = '2026-01-01T00:00:00.000Z'";
    database.prepare(rename).run(evil);
  });

  const server = await serveData(prepared, { args: ["--access-log"] });
  const agentId = encodeURIComponent(evil);
  const authorization = `Bearer ${chains[0]!.rawKey}`;
  const path = `/resources/agent-front-settings?agentId=${agentId}`;
  await callChain(server, chains[0]!, { path, authorization });
  await callChain(server, chains[0]!, { path: `/${agentId}`, authorization });
  await callChain(server, { ...chains[0]!, origin: "https://evil.example/\u009b31m" }, { path });
  const rename = {
    token,
    method: "POST",
    path: "/spaces",
    body: { title: evil, description: evil },
  };
  expect((await callAdmin(server, rename)).status).toBe(201);
  await server.stop();
  const { stdout, code } = await runShared(["doctor", "--corpus", prepared.corpus, "--data", data]);
  expect(code).toBe(0);
  for (const [lines, warning] of [
    [server.log(), 'The certificate "Shop\\u{000d}\\u{000a}2026'],
    [stdout, 'warn  certificate: The certificate "Shop\\u{000d}\\u{000a}2026'],
  ] as const) {
    expect(lines).toMatch(/^[\x20-\x7e\n]*$/);
    expect(lines).toContain(warning);
    expect(lines).not.toMatch(/^\S+ GET \/forged/m);
  }
});
