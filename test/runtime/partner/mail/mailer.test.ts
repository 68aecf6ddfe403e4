import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  createMailer,
  type Mailer,
  type MailerOptions,
} from "../../../../runtime/partner/mail/mailer.ts";
import type { Mail } from "../../../../runtime/partner/mail/message.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { selfSigned } from "../../../support/tls-identities.ts";

/** Options for waiting for something that happens at once if nothing else runs. */
const SOON = { timeout: 10_000, interval: 10 };

const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const PIN = "042817";

const mail: Mail = {
  to: "jane@example.com",
  subject: "Your code",
  text: `Your code:\n\n${PIN}`,
  html: `<p>Your code: <b>${PIN}</b></p>`,
};

let folder: string;
let outbox: string;
let now: number;
let ids: number;
let errors: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docgate-mail-"));
  outbox = join(folder, "data", "outbox");
  now = START;
  ids = 0;
  errors = [];
});

afterEach(() => rm(folder, { recursive: true }));

/** Opens a mailer that is closed when the test ends. */
function open(options: Partial<MailerOptions> = {}): Mailer {
  const mailer = createMailer({
    outbox,
    from: "Acme <no-reply@acme.example>",
    newId: () => `id-${++ids}`,
    now: () => now,
    onError: ({ message }) => void errors.push(message),
    ...options,
  });
  onTestFinished(() => mailer.close({ graceMs: 0 }));
  return mailer;
}

/** Sends, waits until all is done, and returns the mails of the outbox by their file names. */
async function sendAll(...mails: readonly Mail[]): Promise<Email[]> {
  const mailer = open();
  for (const one of mails) mailer.send(one);
  await mailer.close({ graceMs: 10_000 });
  return await Promise.all((await fileNames()).map(parseFile));
}

async function fileNames(): Promise<string[]> {
  return (await readdir(outbox).catch(() => [])).sort();
}

/** The names of whole mails: others are being written. */
async function mailNames(): Promise<string[]> {
  return (await fileNames()).filter((name) => name.endsWith(".eml"));
}

async function parseFile(name: string): Promise<Email> {
  return PostalMime.parse(await readFile(join(outbox, name)));
}

describe("outbox", () => {
  it("PIA §3: holds one whole mail per file", async () => {
    const [parsed] = await sendAll(mail);

    expect(parsed).toMatchObject({
      from: { name: "Acme", address: "no-reply@acme.example" },
      to: [{ name: "", address: "jane@example.com" }],
      subject: "Your code",
      date: "2026-01-02T03:04:05.000Z",
      messageId: expect.stringMatching(/^<id-\d+@acme\.example>$/),
      attachments: [],
    });
    expect(parsed!.text!.trim()).toBe(mail.text);
    expect(parsed!.html!.trim()).toBe(mail.html);
    expect(parsed!.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
    expect(errors).toEqual([]);
  });

  it("is readable by its owner only", async () => {
    await sendAll(mail);
    const [name] = await fileNames();

    expect((await stat(outbox)).mode & 0o777).toBe(0o700);
    expect((await stat(join(outbox, name!))).mode & 0o777).toBe(0o600);
  });

  it("names files in order of time, without repeats", async () => {
    const mailer = open();
    for (const [index, ms] of [0, 0, 1, 3_600_000].entries()) {
      now = START + ms;
      mailer.send({ ...mail, subject: `after ${ms}` });
      await vi.waitFor(async () => expect(await mailNames()).toHaveLength(index + 1), SOON);
    }
    const names = await fileNames();
    const parsed = await Promise.all(names.map(parseFile));

    expect(names[0]).toMatch(/^20260102T030405678Z-id-\d+\.eml$/);
    expect(parsed.map(({ subject }) => subject)).toEqual([
      "after 0",
      "after 0",
      "after 1",
      "after 3600000",
    ]);
  });

  it.each([
    ["a@b\r\nBcc: x@evil.example"],
    ["a@b\nBcc: x@evil.example"],
    ["a@b, x@evil.example"],
    ["Jane <x@evil.example>"],
    [`${"a".repeat(10_000)}@b`],
    ["a@b\0"],
  ])("ATTACK-G97: sends nothing to %j, and reports it without the address", async (to) => {
    expect(await sendAll({ ...mail, to })).toEqual([]);
    expect(errors).toEqual([
      "A mail to an address was not sent: the recipient's address cannot be used.",
    ]);
  });

  it("ATTACK-G97: sends nothing with a subject that could add a header", async () => {
    expect(await sendAll({ ...mail, subject: "x\r\nBcc: x@evil.example" })).toEqual([]);
    expect(errors).toEqual([
      "A mail to an address at example.com was not sent: the subject holds a control character.",
    ]);
  });

  it("ATTACK-G97: keeps text that looks like a header in the body", async () => {
    const text = "Bcc: x@evil.example\r\n.\r\nFrom: y@evil.example\n\nBcc: z@evil.example\n";
    const [parsed] = await sendAll({ ...mail, text });

    expect(parsed!.bcc).toBeUndefined();
    expect(parsed!.from).toMatchObject({ address: "no-reply@acme.example" });
    expect(parsed!.text!.trim()).toBe(text.replaceAll("\r\n", "\n").trim());
  });

  it("ATTACK-G97: sends to and from names beyond ASCII", async () => {
    const mailer = open({ from: "Bücher & Söhne, 東京 <no-reply@bücher.example>" });
    mailer.send({ ...mail, to: "jörg@exämple.de", subject: "Ihr Code für Bücher 🔑" });
    await mailer.close({ graceMs: 10_000 });
    const [parsed] = await Promise.all((await fileNames()).map(parseFile));

    expect(parsed).toMatchObject({
      from: { name: "Bücher & Söhne, 東京" },
      to: [{ address: "jörg@exämple.de" }],
      subject: "Ihr Code für Bücher 🔑",
    });
  });

  it("reports a folder that cannot be written, once for each mail", async () => {
    await writeFile(join(folder, "data"), "a file where the folder should be");
    await sendAll(mail, mail);

    expect(errors).toEqual([
      expect.stringMatching(
        /^A mail to an address at example\.com was not sent: the outbox ".*" cannot be written: E/,
      ),
      expect.stringMatching(/cannot be written/),
    ]);
  });

  describe("check", () => {
    it("passes if mails can be written, and leaves no file", async () => {
      await open().check();

      expect(await fileNames()).toEqual([]);
      expect((await stat(outbox)).mode & 0o777).toBe(0o700);
    });

    it("fails if mails cannot be written", async () => {
      await writeFile(join(folder, "data"), "a file where the folder should be");

      await expect(open().check()).rejects.toThrow(/^the outbox ".*" cannot be written: E/);
    });
  });
});

describe("server", () => {
  it("PIA §3: gets the mail for the one recipient", async () => {
    const server = await startMailServer();
    const mailer = open({ smtpUrl: `smtp://127.0.0.1:${server.port}` });
    mailer.send(mail);
    const { from, to, source } = await server.mail(0);
    const parsed = await PostalMime.parse(source);

    expect(from).toBe("no-reply@acme.example");
    expect(to).toEqual(["jane@example.com"]);
    expect(parsed).toMatchObject({
      from: { name: "Acme", address: "no-reply@acme.example" },
      to: [{ address: "jane@example.com" }],
      subject: "Your code",
      date: "2026-01-02T03:04:05.000Z",
      messageId: "<id-1@acme.example>",
    });
    expect(parsed.text!.trim()).toBe(mail.text);
    await mailer.close({ graceMs: 10_000 });
    expect(errors).toEqual([]);
    expect(await fileNames()).toEqual([]);
  });

  it("may be named localhost", async () => {
    const server = await startMailServer();

    await open({ smtpUrl: `smtp://localhost:${server.port}/` }).check();
  });

  it("receives the user and the password in its address", async () => {
    const server = await startMailServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === "p@ss:word" ? done(null, { user: username! }) : done(new Error("no")),
    });
    const mailer = open({ smtpUrl: `smtp://jane%40acme:p%40ss%3Aword@127.0.0.1:${server.port}` });
    mailer.send(mail);

    expect((await server.mail(0)).user).toBe("jane@acme");
  });

  it("receives no password in plain text, unless it is on this machine", async () => {
    const onAuth = vi.fn();
    const server = await startMailServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      authOptional: true,
      onAuth,
    });

    await expect(
      // The same machine, at an address that is not recognised as local.
      open({ smtpUrl: `smtp://jane:hunter2@0.0.0.0:${server.port}` }).check(),
    ).rejects.toThrow(
      `smtp://0.0.0.0:${server.port} does not speak TLS, but the password needs it`,
    );
    expect(onAuth).not.toHaveBeenCalled();
  });

  it("is refused when it offers TLS with a self-signed certificate", async () => {
    const identity = await selfSigned({ names: ["127.0.0.1"] });
    const server = await startMailServer({ authOptional: true, ...identity });
    const smtpUrl = `smtp://127.0.0.1:${server.port}`;

    await expect(open({ smtpUrl }).check()).rejects.toThrow(`${smtpUrl}: self-signed certificate`);
  });

  it("ATTACK-G98: is down: send returns at once, and the failure is reported once", async () => {
    const port = await closedPort();
    const mailer = open({ smtpUrl: `smtp://jane:hunter2@127.0.0.1:${port}` });

    expect(mailer.send(mail)).toBeUndefined();
    expect(errors).toEqual([]);
    await vi.waitFor(() => expect(errors).toHaveLength(1), SOON);
    await mailer.close({ graceMs: 10_000 });

    expect(errors).toEqual([
      `A mail to an address at example.com was not sent: smtp://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port} (ESOCKET).`,
    ]);
  });

  it("ATTACK-I121: refuses the recipient: the report repeats neither the address nor the pin", async () => {
    const server = await startMailServer({
      disabledCommands: ["STARTTLS"],
      authOptional: true,
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`no ${address} ${PIN}`), { responseCode: 553 })),
    });
    const mailer = open({ smtpUrl: `smtp://127.0.0.1:${server.port}` });
    mailer.send(mail);
    await mailer.close({ graceMs: 10_000 });

    expect(errors).toEqual([
      `A mail to an address at example.com was not sent: smtp://127.0.0.1:${server.port} answered 553 to RCPT.`,
    ]);
  });

  it("ATTACK-I121: refuses the password: neither the report nor the check repeats it", async () => {
    const server = await startMailServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        done(Object.assign(new Error(`no ${username} ${password}`), { responseCode: 535 })),
    });
    const place = `127.0.0.1:${server.port}`;
    const mailer = open({ smtpUrl: `smtp://jane:hunter2@${place}` });
    mailer.send(mail);
    await expect(mailer.check()).rejects.toThrow(new Error(`smtp://${place} answered 535 to AUTH`));
    await mailer.close({ graceMs: 10_000 });

    expect(errors).toEqual([
      `A mail to an address at example.com was not sent: smtp://${place} answered 535 to AUTH.`,
    ]);
  });

  it.each([
    "smtp://",
    "localhost:25",
    "http://localhost:25",
    "smtp://jane:hunter2@",
    "smtp://jane:hunter2@localhost:port",
    "smtp://jane:hunter2@localhost/?tls.rejectUnauthorized=false",
    "smtp://jane:hunter2%@localhost",
    "",
  ])("cannot be %j, which is reported without repeating it", (smtpUrl) => {
    expect(() => open({ smtpUrl })).toThrow(
      /^The (?:address|user or the password) of the mail server cannot be (?:used|read): ((?!hunter2).)*$/,
    );
  });
});

describe("queue", () => {
  it("gets two mails at once; a thousand wait, and the rest are refused", async () => {
    const silent = await startSilentServer();
    const mailer = open({ smtpUrl: `smtp://127.0.0.1:${silent.port}` });
    for (let index = 0; index < 1003; index += 1) mailer.send(mail);
    await vi.waitFor(() => expect(silent.sockets).toHaveLength(2), SOON);

    expect(errors).toEqual([
      "A mail to an address at example.com was not sent: 1000 mails are waiting already.",
    ]);
    await mailer.close({ graceMs: 0 });
    expect(errors).toHaveLength(1003);
    expect(silent.sockets).toHaveLength(2);
  });

  it("ATTACK-K138: is sent completely when the mailer closes", async () => {
    const server = await startMailServer();
    const mailer = open({ smtpUrl: `smtp://127.0.0.1:${server.port}` });
    for (let index = 0; index < 5; index += 1) mailer.send(mail);
    await mailer.close({ graceMs: 10_000 });

    expect(server.mails).toHaveLength(5);
    expect(errors).toEqual([]);
  });

  it("ATTACK-K138: is given up after the grace period, and unsent mails are reported", async () => {
    const silent = await startSilentServer();
    const mailer = open({ smtpUrl: `smtp://127.0.0.1:${silent.port}` });
    for (let index = 0; index < 3; index += 1) mailer.send(mail);
    await vi.waitFor(() => expect(silent.sockets).toHaveLength(2), SOON);
    await mailer.close({ graceMs: 10 });

    const before = "A mail to an address at example.com was not sent: docgate stopped before ";
    const unsent = `${before}smtp://127.0.0.1:${silent.port} took it.`;
    expect(errors).toEqual([`${before}its turn.`, unsent, unsent]);
  });

  it("accepts no mail after it is closed", async () => {
    const mailer = open();
    await mailer.close({ graceMs: 0 });
    mailer.send(mail);

    expect(errors).toEqual([
      "A mail to an address at example.com was not sent: docgate is stopping.",
    ]);
    expect(await fileNames()).toEqual([]);
  });
});

it("createMailer refuses a sender that is not an address", () => {
  expect(() => open({ from: "Acme" })).toThrow('Mail cannot be sent from "Acme"');
});

/** Starts a server that accepts connections and sends nothing. */
async function startSilentServer(): Promise<{ port: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    sockets.push(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** Returns a port that was just closed. */
async function closedPort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
