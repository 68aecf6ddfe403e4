import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAuthenticator } from "../support/authenticator.ts";
import { commandLine, ROOT, type Runtime, runDocgate } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { callServed, type PartnerAnswer } from "../support/partner-client.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";

const PASSWORD = "correct horse battery";

async function start(runtime: Runtime, data: string): Promise<TestServer> {
  const server = await startServer({ runtime, partner: true, args: ["--data", data] });
  onTestFinished(() => void server.stop());
  return server;
}

/** Calls like a page of the console, with a cookie. */
function callAsPage(
  { url }: TestServer,
  {
    method,
    path,
    body,
    cookie = "",
  }: Record<"method" | "path", string> & {
    body?: object;
    cookie?: string;
  },
): Promise<PartnerAnswer> {
  return callServed(`${url}/admin/api${path}`, {
    method,
    body,
    origin: url,
    headers: cookie === "" ? {} : { Cookie: cookie },
  });
}

function setupTokenOf(server: TestServer): string | undefined {
  return /\/admin#setup=([\w-]+)/.exec(server.log())?.[1];
}

interface OpenInput {
  readonly data: string;
  readonly email: string;
  /** Text written to standard input. Default: nothing. */
  readonly line?: string;
}

/** Creates an administrator in a process whose standard input does not end. */
async function createWithOpenInput(runtime: Runtime, { data, email, line = "" }: OpenInput) {
  const args = ["admin", "create", "--org", "Acme", "--email", email, "--data", data];
  const [program, programArgs] = commandLine(runtime, args);
  const child = spawn(program, programArgs, { cwd: ROOT });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.write(line);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, stdout, stderr };
}

describe.each(runtimesOf("deno"))("administrators on %s", (runtime) => {
  it("ATTACK-H119: the link of the first start creates the first administrator, once", async () => {
    const data = join(await makeFolder(), "data");
    const server = await start(runtime, data);
    const first = {
      token: setupTokenOf(server),
      organization: "Acme",
      email: "first@example.com",
      password: PASSWORD,
    };
    const setUp = (body: object) => callAsPage(server, { method: "POST", path: "/setup", body });
    expect((await setUp({ ...first, token: "x" })).status).toBe(403);
    expect((await setUp(first)).status).toBe(201);
    expect((await setUp({ ...first, email: "second@example.com" })).status).toBe(403);
    await server.stop();
    expect(setupTokenOf(await start(runtime, data))).toBeUndefined();
  });

  it("are created even if standard input stays open: with its line, or with a generated password", async () => {
    const data = join(await makeFolder(), "data");
    const [silent, telling] = await Promise.all([
      createWithOpenInput(runtime, { data, email: "silent@example.com" }),
      createWithOpenInput(runtime, { data, email: "telling@example.com", line: `${PASSWORD}\n` }),
    ]);
    expect(silent).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^password: .{32}\n$/),
      stderr: expect.stringMatching(
        /^There is no password on standard input, so one is generated\.\nCreated/,
      ),
    });
    expect(telling).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^Created/),
    });
    const body = { email: "telling@example.com", password: PASSWORD };
    const server = await start(runtime, data);
    const session = await callAsPage(server, { method: "POST", path: "/session", body });
    expect(session.status).toBe(200);
  });

  it("sign in with a passkey alone", async () => {
    const data = join(await makeFolder(), "data");
    const origin = "http://localhost:8080";
    const args = ["--data", data, "--public-url", origin];
    const server = await startServer({ runtime, partner: true, args });
    onTestFinished(() => void server.stop());
    let cookie = "";
    const post = async (path: string, body?: object) => {
      const url = `${server.url}/admin/api${path}`;
      const answer = await callServed(url, {
        method: "POST",
        body,
        origin,
        headers: { Cookie: cookie },
      });
      cookie = answer.headers.get("Set-Cookie")?.split(";")[0] ?? cookie;
      return answer;
    };
    const account = { email: "first@example.com", password: PASSWORD };
    await post("/setup", { token: setupTokenOf(server), organization: "Acme", ...account });
    await post("/session", account);
    const device = createAuthenticator(origin);
    const invited = (await post("/session/new-passkey-options")).json;
    const response = device.create(invited.options);
    const added = await post("/session/passkeys", { token: invited.token, name: "Key", response });
    expect(added.status).toBe(201);
    cookie = "";
    const { token, options } = (await post("/session/passkey-options")).json;
    const signedIn = await post("/session/passkey", { token, response: device.get(options) });
    expect([signedIn.status, signedIn.json.admin?.email]).toEqual([200, account.email]);
  });

  it("ATTACK-H110: a session survives a restart, and ends with the sign-out", async () => {
    const data = join(await makeFolder(), "data");
    const email = "admin@example.com";
    const args = ["admin", "create", "--org", "Acme", "--email", email, "--data", data];
    const { stdout } = await runDocgate(args, { runtime });
    const password = /^password: (.+)$/m.exec(stdout)?.[1];
    const server = await start(runtime, data);
    const signedIn = await callAsPage(server, {
      method: "POST",
      path: "/session",
      body: { email, password },
    });
    expect(signedIn.status).toBe(200);
    // The server listens on http: a browser would not store a __Host- cookie from it.
    const set = signedIn.headers.get("Set-Cookie")!;
    expect(set).toMatch(/^docgate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    const cookie = set.split(";")[0]!;
    const page = (server: TestServer, method: string, path: string, body?: object) =>
      callAsPage(server, { method, path, cookie, ...(body && { body }) });
    expect((await page(server, "POST", "/clients", { name: "by cookie" })).status).toBe(201);
    const foreign = await callServed(`${server.url}/admin/api/clients`, {
      method: "POST",
      body: { name: "by a foreign page" },
      origin: "https://evil.example",
      headers: { Cookie: cookie },
    });
    expect(foreign.status).toBe(403);
    await server.stop();

    const again = await start(runtime, data);
    expect((await page(again, "GET", "/session")).json.admin.email).toBe(email);
    expect((await page(again, "DELETE", "/session")).status).toBe(204);
    expect((await page(again, "GET", "/session")).status).toBe(401);
  });

  it("wrong passwords from one address are answered 429 after ten, whatever headers say", async () => {
    const server = await start(runtime, join(await makeFolder(), "data"));
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess++) {
      const { status } = await callServed(`${server.url}/admin/api/session`, {
        method: "POST",
        body: { email: "nobody@example.com", password: "wrong password" },
        headers: { "X-Forwarded-For": `198.51.100.${guess}`, Forwarded: `for=198.51.100.${guess}` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});
