import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { passcodeMail } from "../../runtime/partner/mail/passcode-mail.ts";
import type { Errand, Outcome } from "../fixtures/mail-sender.ts";
import { ROOT, RUNTIMES, type Runtime, scriptLine } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { startMailServer } from "../support/mail-server.ts";
import { createAuthority, type Identity, selfSigned } from "../support/tls-identities.ts";

const FAILED = "A mail to an address at example.com was not sent: ";
const FINE: Outcome = { check: null, errorsAtOnce: 0, errors: [] };

const mail = passcodeMail({
  to: "jane@example.com",
  pin: "042817",
  minutes: 5,
  tenant: "Bücher & Söhne",
});

let folder: string;
let authorityFile: string;
/** For 127.0.0.1, from an authority that the sender trusts. */
let trusted: Identity;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docgate-mail-"));
  const authority = await createAuthority();
  authorityFile = join(folder, "authority.pem");
  await writeFile(authorityFile, authority.cert);
  trusted = await authority.issue({ names: ["127.0.0.1"] });
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(RUNTIMES)("on %s", (runtime) => {
  it("PIA §3: the passcode mail reaches the server completely", async () => {
    const server = await startMailServer();
    const smtpUrl = `smtp://127.0.0.1:${server.port}`;

    expect(await send(runtime, { smtpUrl })).toEqual(FINE);
    const [received] = server.mails;
    const parsed = await PostalMime.parse(received!.source);
    expect(received).toMatchObject({ from: "no-reply@acme.example", to: ["jane@example.com"] });
    expect(parsed).toMatchObject({
      from: { name: "Acme", address: "no-reply@acme.example" },
      to: [{ address: "jane@example.com" }],
      subject: "Your code to sign in to Bücher & Söhne",
      date: "2026-01-02T03:04:05.000Z",
      messageId: "<id-1@acme.example>",
    });
    expect(parsed.text!.trim()).toBe(mail.text.trim());
    expect(parsed.html!.trim()).toBe(mail.html.trim());
  });

  it("the connection switches to TLS if the server offers it, before the password", async () => {
    const server = await startMailServer({ ...trusted, onAuth: signIn });
    const smtpUrl = `smtp://jane:hunter2@127.0.0.1:${server.port}`;

    expect(await send(runtime, { smtpUrl })).toEqual(FINE);
    expect(server.mails).toMatchObject([{ isSecure: true, user: "jane" }]);
  });

  it("the connection is TLS from the start with smtps", async () => {
    const server = await startMailServer({ ...trusted, secure: true, onAuth: signIn });
    const smtpUrl = `smtps://jane:hunter2@127.0.0.1:${server.port}`;

    expect(await send(runtime, { smtpUrl })).toEqual(FINE);
    expect(server.mails).toMatchObject([{ isSecure: true, user: "jane" }]);
  });

  it.each([
    ["smtp", {}],
    ["smtps", { secure: true }],
  ])("a certificate that nobody vouches for is refused, by %s", async (scheme, options) => {
    const identity = await selfSigned({ names: ["127.0.0.1"] });
    const server = await startMailServer({ ...identity, ...options, authOptional: true });
    const smtpUrl = `${scheme}://127.0.0.1:${server.port}`;
    const { check, errors } = await send(runtime, { smtpUrl });

    expect(server.mails).toEqual([]);
    expect(check).toMatch(/certificate/i);
    expect(errors).toEqual([`${FAILED}${check}.`]);
  });

  it("ATTACK-G98: a server that is down is reported once for each mail, after send returned", async () => {
    const port = await freePort();
    const outcome = await send(runtime, { smtpUrl: `smtp://jane:hunter2@127.0.0.1:${port}` });

    expect(outcome.errorsAtOnce).toBe(0);
    expect(outcome.errors).toEqual([`${FAILED}${outcome.check}.`]);
    expect(outcome.check).toContain("ECONNREFUSED");
    expect(JSON.stringify(outcome)).not.toMatch(/hunter2|jane|042817/);
  });

  it("the outbox gets one complete file for each mail", async () => {
    const outbox = join(folder, `outbox-${runtime}`);

    expect(await send(runtime, { outbox, mails: [mail, mail] })).toEqual(FINE);
    const names = await readdir(outbox);
    const parsed = await PostalMime.parse(await readFile(join(outbox, names[0]!)));
    expect(names).toHaveLength(2);
    expect(parsed.text!.trim()).toBe(mail.text.trim());
  });
});

it("ATTACK-G98: a server that does not answer is given up", async () => {
  const silent = createServer((socket) => socket.on("error", () => {}));
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const outcomes = await Promise.all(RUNTIMES.map((runtime) => send(runtime, { smtpUrl })));

  for (const { check, errors } of outcomes) {
    expect(check).toContain("ETIMEDOUT");
    expect(errors).toEqual([`${FAILED}${check}.`]);
  }
});

type SignIn = NonNullable<NonNullable<Parameters<typeof startMailServer>[0]>["onAuth"]>;

const signIn: SignIn = ({ username, password }, _session, done) =>
  password === "hunter2" ? done(null, { user: username! }) : done(new Error("no"));

/** Sends in a separate process, which trusts the authority. */
async function send(runtime: Runtime, errand: Partial<Errand>): Promise<Outcome> {
  const defaults = { from: "Acme <no-reply@acme.example>", outbox: join(folder, "unused") };
  const argument = JSON.stringify({ ...defaults, mails: [mail], ...errand });
  const script = `${ROOT}test/fixtures/mail-sender.ts`;
  const [program, args] = scriptLine(runtime, [script, argument]);
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile, DENO_CERT: authorityFile },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (output === "") throw new Error(`${script} failed on ${runtime}: ${problems}`);
  return JSON.parse(output);
}
