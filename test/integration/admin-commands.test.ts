import { parseEnv } from "node:util";
import { generate } from "otplib";
import { describe, expect, it } from "vitest";
import { credentialsOf } from "../support/chain-server.ts";
import { type Runtime, runDocgate, runEach, runShared } from "../support/command.ts";
import {
  ADMIN,
  callAdmin,
  type DataFolder,
  prepareData,
  serveData,
} from "../support/data-server.ts";
import { IS_LONG, runtimesOf } from "../support/extent.ts";
import { callServed, type PartnerAnswer } from "../support/partner-client.ts";
import type { TestServer } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";

const EVE = { email: "eve@acme.example", password: "correct horse battery" };
const NEW_PASSWORD = "another password";

/**
 * How many clients sign in repeatedly; each pays for a password hash of the usual cost at the end.
 */
const CONNECTIONS = IS_LONG ? 30 : 4;

interface Operator {
  readonly prepared: DataFolder;
  /** Runs a command of `docgate admin` on the data. */
  admin(args: string, options?: { readonly input?: string }): ReturnType<typeof runShared>;
}

interface World extends Operator {
  readonly server: TestServer;
}

/** Data with one administrator. */
async function prepare(runtime: Runtime = "node"): Promise<Operator> {
  const prepared = await prepareData(await makeFolder());
  return {
    prepared,
    admin: (args, options) =>
      runShared(["admin", ...args.split(" "), "--data", prepared.data], { runtime, ...options }),
  };
}

/** The same data with a running server. */
async function start(runtime: Runtime = "node"): Promise<World> {
  const operator = await prepare(runtime);
  return { ...operator, server: await serveData(operator.prepared, { runtime }) };
}

type Credentials = Pick<typeof EVE, "email" | "password">;

function signIn({ url }: TestServer, body: Credentials): Promise<PartnerAnswer> {
  return callServed(`${url}/admin/api/session`, { method: "POST", body, origin: url });
}

/** Calls like a page of the console, with the cookie of a sign-in. */
function callAsPage({ url }: TestServer, signedIn: PartnerAnswer, path: string) {
  const Cookie = signedIn.headers.get("Set-Cookie")!.split(";")[0]!;
  return callServed(`${url}/admin/api${path}`, { headers: { Cookie } });
}

/** Signs the administrator in and adds an authenticator app. */
async function addApp(server: TestServer): Promise<void> {
  const signedIn = await signIn(server, ADMIN);
  const url = `${server.url}/admin/api/session/totp`;
  const page = {
    origin: server.url,
    headers: { Cookie: signedIn.headers.get("Set-Cookie")!.split(";")[0]! },
  };
  const { secret } = (await callServed(url, { method: "POST", ...page })).json;
  const body = { code: await generate({ secret }) };
  expect((await callServed(url, { method: "PUT", body, ...page })).status).toBe(201);
}

describe.each(runtimesOf("node"))("the commands of an operator on %s", (runtime) => {
  it("reset lost factors, and change how an organization's administrators may sign in", async () => {
    const { server, prepared, admin } = await start(runtime);
    const show = async (args = "") => (await admin(`sign-in --org Acme${args}`)).stdout;
    expect(await show()).toBe("passwords\ton\nsecond-factor\toptional\n");
    await addApp(server);
    expect((await signIn(server, ADMIN)).status).toBe(202);
    expect(await admin(`reset-factors --email ${ADMIN.email}`)).toEqual({
      code: 0,
      stdout: "",
      stderr: `Removed the second factors of ${ADMIN.email} and ended all sessions.\n`,
    });
    const session = await signIn(server, ADMIN);
    expect(session.status).toBe(200);
    expect(await show(" --second-factor required")).toBe(
      "passwords\ton\nsecond-factor\trequired\n",
    );
    expect((await callAsPage(server, session, "/audit")).status).toBe(403);
    expect(await show(" --passwords off")).toBe("passwords\toff\nsecond-factor\trequired\n");
    expect((await callAsPage(server, session, "/session")).status).toBe(401);
    expect((await signIn(server, ADMIN)).status).toBe(401);
    expect((await callAdmin(server, { token: prepared.token, path: "/audit" })).status).toBe(200);
  });

  it("create, list, change and remove an administrator while docgate serves, effective at once", async () => {
    const { server, admin } = await start(runtime);
    const made = await admin(`create --org Acme --email ${EVE.email}`, { input: EVE.password });
    expect(made).toMatchObject({ code: 0, stdout: "" });
    const token = (await admin(`token --email ${EVE.email}`)).stdout.trim();
    const session = await signIn(server, EVE);
    const statuses = async (path = "/session") => [
      (await callAsPage(server, session, path)).status,
      (await callAdmin(server, { token, path })).status,
    ];
    expect(await statuses("/audit")).toEqual([200, 200]);

    const listed = JSON.parse((await admin("list --org Acme --format json")).stdout);
    const today = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(listed.administrators).toMatchObject([
      { email: ADMIN.email, lastSignInAt: null, sessions: 0, tokens: 1 },
      {
        ...{ id: expect.any(String), email: EVE.email, permissions: expect.any(Array) },
        ...{ organization: { id: expect.any(String), name: "Acme" }, createdAt: today },
        ...{ lastSignInAt: today, sessions: 1, tokens: 1 },
      },
    ]);
    const permissions = await admin(
      `permissions --email ${EVE.email} --permissions api-keys,cache`,
    );
    expect(permissions.code).toBe(0);
    expect(await statuses("/audit")).toEqual([403, 403]);
    expect(await statuses("/api-keys")).toEqual([200, 200]);

    const input = `${NEW_PASSWORD}\n`;
    expect(await admin(`set-password --email ${EVE.email}`, { input })).toEqual({
      code: 0,
      stdout: "",
      stderr: `Changed the password of ${EVE.email} and ended all sessions. Tokens stay valid.\n`,
    });
    expect(await statuses()).toEqual([401, 200]);
    expect((await signIn(server, EVE)).status).toBe(401);
    const again = await signIn(server, { ...EVE, password: NEW_PASSWORD });
    expect(again.status).toBe(200);

    const { stdout } = await admin("list");
    const today10 = new Date().toISOString().slice(0, 10);
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      "EMAIL,ORGANIZATION,CREATED,LAST SIGN-IN,SESSIONS,TOKENS,PERMISSIONS".split(","),
      [ADMIN.email, "Acme", today10, "never", "0", "1", "owner"],
      [EVE.email, "Acme", today10, today10, "1", "1", "api-keys,cache"],
      [""],
    ]);
    expect((await admin(`remove --email ${EVE.email}`)).code).toBe(0);
    expect((await callAsPage(server, again, "/session")).status).toBe(401);
    expect((await callAdmin(server, { token, path: "/session" })).status).toBe(401);
    expect((await signIn(server, { ...EVE, password: NEW_PASSWORD })).status).toBe(401);
  });
});

describe("the commands of an operator", () => {
  it("ATTACK-T272, ATTACK-T273: list tokens with their end, and revoke one with those made with it", async () => {
    const { server, prepared } = await start();
    const make = async (token: string, body: object) =>
      (await callAdmin(server, { token, method: "POST", path: "/tokens", body })).json;
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const parent = await make(prepared.token, { name: "parent", expiresAt });
    const child = await make(parent.token, { name: "child" });
    const data = ["--data", prepared.data];
    const [listed, revoked, left] = await runEach([
      ["admin", "tokens", ...data],
      ["admin", "revoke", parent.adminToken.id, ...data],
      ["admin", "tokens", ...data],
    ]);
    const rowsIn = (text: string) =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => line.split("\t"));
    const ends = rowsIn(listed!.stdout).map(([id, , , end, name]) => [id, end, name]);
    expect(ends.slice(1)).toEqual([
      [parent.adminToken.id, expiresAt, "parent"],
      [child.adminToken.id, expiresAt, "child"],
    ]);
    expect(ends[0]![1]).toBe("never");
    expect(revoked).toEqual({
      code: 0,
      stdout: "",
      stderr: `Revoked ${parent.adminToken.id}, and one token made with it.\n`,
    });
    expect(rowsIn(left!.stdout)).toHaveLength(1);
    const { status } = await callAdmin(server, { token: child.token, path: "/session" });
    expect(status).toBe(401);
  });

  it("ATTACK-T274: reserve, list and release the domains of organizations", async () => {
    const { prepared } = await prepare();
    const results = await runEach(
      [
        "domain list",
        "domain reserve Bücher.example. --org Acme",
        "domain reserve shop.example --org Acme",
        "domain list",
        "domain release shop.example",
        "domain list",
        "domain release shop.example",
        "domain reserve com --org Acme",
        "domain reserve shop.example --org Nobody",
        "domain reserve shop.example",
      ].map((line) => ["admin", ...line.split(" "), "--data", prepared.data]),
    );
    const books = "xn--bcher-kva.example\treserved\tAcme\n";
    expect(results).toMatchObject([
      { code: 0, stdout: "", stderr: "" },
      { code: 0, stdout: "", stderr: 'Reserved xn--bcher-kva.example for "Acme".\n' },
      { code: 0, stdout: "", stderr: 'Reserved shop.example for "Acme".\n' },
      { code: 0, stdout: `shop.example\treserved\tAcme\n${books}`, stderr: "" },
      { code: 0, stdout: "", stderr: "Released shop.example.\n" },
      { code: 0, stdout: books, stderr: "" },
      { code: 1, stderr: 'docgate: No organization has the domain "shop.example".\n' },
      {
        code: 1,
        stderr:
          'docgate: "com" is not a domain. Expected one as after the @ of an address, such as example.com.\n',
      },
      { code: 1, stderr: 'docgate: There is no organization with the name "Nobody".\n' },
      { code: 2, stderr: expect.stringContaining("'--org <name>' not specified") },
    ]);
  });

  it("ATTACK-T286: say that an organization is new, and refuse one that looks like another", async () => {
    const { admin, prepared } = await prepare();
    const create = (org: string, ...rest: readonly string[]) => {
      const line = ["admin", "create", "--org", org, "--email", `${rest.length}@x.test`, ...rest];
      return runShared([...line, "--data", prepared.data], { input: EVE.password });
    };
    expect(await create("acme")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        'docgate: There is an organization "Acme". Use this name, or pass --new-org to create another one with the name "acme".\n',
    });
    expect((await create("acme", "--new-org")).stderr).toBe(
      'Created the administrator 1@x.test of the new organization "acme".\n',
    );
    expect((await create("Acme")).stderr).toBe('Created the administrator 0@x.test of "Acme".\n');
    expect((await admin("list --org acme")).stdout).toContain("1@x.test");
  });

  it("ATTACK-T284: twelve wrong passwords are in the audit log and in the metrics, also after a stop", async () => {
    const prepared = await prepareData(await makeFolder());
    const server = await serveData(prepared, { env: { DOCGATE_METRICS: "loopback" } });
    for (let guess = 0; guess < 12; guess++) {
      await signIn(server, { ...ADMIN, password: "not this password" });
    }
    await signIn(server, { ...ADMIN, email: "nobody@acme.example" });
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toContain('docgate_admin_refusals_total{reason="wrong-password"} 10');
    expect(text).toContain('docgate_admin_refusals_total{reason="too-many-attempts"} 2');
    expect(text).toContain('docgate_admin_refusals_total{reason="unknown-administrator"} 1');
    expect(await server.stop()).toBe(0);
    const { stdout } = await runShared(["audit", "export", "--data", prepared.data]);
    const entries = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries.filter(({ action }) => action === "sign-in-refused")).toMatchObject([
      {
        admin: ADMIN.email,
        changes: { count: [null, 12], networks: [null, ["127.0.0.1"]] },
      },
    ]);
  });

  it("say what failed, and distinguish wrong usage", async () => {
    const { prepared } = await prepare();
    const results = await runEach(
      [
        "remove --email nobody@acme.example",
        "set-password --email nobody@acme.example",
        "list --org Nobody",
        `remove --email ${ADMIN.email}`,
        `permissions --email ${ADMIN.email} --permissions api-keys`,
        `permissions --email ${ADMIN.email} --permissions api-keys,root`,
        "create --org Acme --email x@acme.example --permissions root",
        `permissions --email ${ADMIN.email}`,
        "remove",
        "list --format xml",
      ].map((line) => ["admin", ...line.split(" "), "--data", prepared.data]),
    );
    const nobody = 'docgate: There is no administrator with the email "nobody@acme.example".\n';
    const last =
      `docgate: The administrator "${ADMIN.email}" is the last one of the organization with the ` +
      "permission api-keys:w. Give it to another administrator first.\n";
    const root =
      /There is no permission "root"\. Expected some of: api-keys, api-keys:w, cache, cache:w, dir/;
    expect(results).toMatchObject([
      { code: 1, stdout: "", stderr: nobody },
      { code: 1, stdout: "", stderr: nobody },
      { code: 1, stderr: 'docgate: There is no organization with the name "Nobody".\n' },
      { code: 1, stdout: "", stderr: last },
      { code: 1, stdout: "", stderr: last },
      { code: 2, stdout: "", stderr: expect.stringMatching(root) },
      { code: 2, stdout: "", stderr: expect.stringMatching(root) },
      { code: 2, stderr: expect.stringContaining("'--permissions <list>' not specified") },
      { code: 2, stderr: expect.stringContaining("'--email <email>' not specified") },
      { code: 2, stderr: expect.stringContaining("Allowed choices are pretty, json.") },
    ]);
  });

  it("partner create prints the settings of a partner, which mints with them at once", async () => {
    const { server, admin } = await start();
    const create = `partner create --name Shop --notify https://shop.test/notices --public-url ${server.url}`;

    const refused = await admin(`${create} --origin shop.test`);
    const { code, stdout, stderr } = await admin(`${create} --origin https://shop.test`);

    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^docgate: Nothing .* Did you mean "https:\/\/shop\.test"\?\n$/);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^Created the partner "Shop".*\nIt may offer no space yet.*\nFinger/);
    const env = parseEnv(stdout) as Record<string, string>;
    expect(stderr).not.toMatch(/dg[ks]_/);
    const url = `${env.DOCGATE_URL}/v1/auth/application_token?client_id=${env.CLIENT_ID}`;
    const authorization = credentialsOf({
      clientSecret: env.CLIENT_SECRET!,
      keyId: env.API_KEY_ID!,
      rawKey: env.API_KEY!,
    });
    const minted = await callServed(url, { method: "POST", origin: env.ORIGIN!, authorization });
    expect([minted.status, env.DOCGATE_URL]).toEqual([200, server.url]);
  });

  it("generate a password if none is given, and print it once", async () => {
    const { server, admin } = await start();
    const { code, stdout } = await admin(`set-password --email ${ADMIN.email}`);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^password: \S{32}\n$/)]);
    const password = stdout.slice("password: ".length).trim();
    expect((await signIn(server, { ...ADMIN, password })).status).toBe(200);
    const tooShort = await admin(`set-password --email ${ADMIN.email}`, { input: "short\n" });
    expect([tooShort.code, tooShort.stdout]).toEqual([1, ""]);
    expect((await signIn(server, { ...ADMIN, password })).status).toBe(200);
  });

  it("remove one of the last two administrators with write access, when both are removed at once", async () => {
    const { admin, prepared } = await prepare();
    await admin(`create --org Acme --email ${EVE.email}`, { input: EVE.password });
    const removals = [ADMIN.email, EVE.email].map((email) =>
      runDocgate(["admin", "remove", "--email", email, "--data", prepared.data]),
    );
    const codes = (await Promise.all(removals)).map(({ code }) => code);
    expect(codes.sort()).toEqual([0, 1]);
    const { administrators } = JSON.parse((await admin("list --format json")).stdout);
    expect(administrators).toHaveLength(1);
  });
});

/** Signs in repeatedly, from many connections, until some work is done. */
async function signInWhile(server: TestServer, work: () => Promise<unknown>) {
  const answers: PartnerAnswer[] = [];
  let isDone = false;
  async function signInRepeatedly(): Promise<void> {
    while (!isDone) answers.push(await signIn(server, ADMIN));
  }
  const streams = Array.from({ length: CONNECTIONS }, signInRepeatedly);
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(CONNECTIONS);
  await work();
  isDone = true;
  await Promise.all(streams);
  return answers.filter(({ status }) => status === 200);
}

describe("many sign-ins in progress", () => {
  it("ATTACK-H110: no session of the old password survives its change by the administrator", async () => {
    const { server, prepared } = await start();
    const { token } = prepared;
    const sessions = await signInWhile(server, async () => {
      const body = { currentPassword: ADMIN.password, newPassword: NEW_PASSWORD };
      const change = { token, method: "PUT", path: "/session/password", body };
      expect((await callAdmin(server, change)).status).toBe(204);
    });
    await expectEnded(server, sessions);
  });

  it.each([
    ["its change by the operator", `set-password --email ${ADMIN.email}`],
    ["the administrator's removal", `remove --email ${ADMIN.email}`],
  ])("ATTACK-H110: no session of the old password outlives %s", async (_, command) => {
    const { server, admin } = await start();
    await admin(`create --org Acme --email ${EVE.email}`, { input: EVE.password });
    const sessions = await signInWhile(server, async () => {
      expect((await admin(command, { input: NEW_PASSWORD })).code).toBe(0);
    });
    await expectEnded(server, sessions);
  });
});

async function expectEnded(server: TestServer, sessions: readonly PartnerAnswer[]): Promise<void> {
  expect(sessions.length).toBeGreaterThan(0);
  const statuses = await Promise.all(
    sessions.map(async (session) => (await callAsPage(server, session, "/session")).status),
  );
  expect(statuses.filter((status) => status !== 401)).toEqual([]);
}
