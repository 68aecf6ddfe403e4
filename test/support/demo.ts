import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { vi } from "vitest";
import { ROOT, type Runtime, scriptLine } from "./command.ts";

const SCRIPT = join(ROOT, "examples/demo.ts");
const DEADLINE_MS = 90_000;
const SOON = { timeout: 10_000, interval: 20 };

/** The demo in separate processes, which may still be starting. */
export interface LaunchedDemo {
  readonly exited: Promise<number | null>;
  stdout(): string;
  stderr(): string;
  signal(name: NodeJS.Signals): void;
}

/** Starts the demo. Default: on free ports. */
export function launchDemo(
  runtime: Runtime,
  env: Readonly<Record<string, string>> = {},
): LaunchedDemo {
  const [program, args] =
    runtime === "node"
      ? scriptLine(runtime, [SCRIPT])
      : scriptLine(runtime, ["--allow-run", SCRIPT]);
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: "1", PORT: "0", PARTNER_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  return {
    exited: once(child, "close").then(([code]) => code as number | null),
    stdout: () => stdout,
    stderr: () => stderr,
    signal: (name) => void child.kill(name),
  };
}

export interface SignInDetails {
  readonly email: string;
  readonly password: string;
}

/** The addresses that the demo printed, and the means to stop it. */
export interface RunningDemo {
  readonly docgateUrl: string;
  readonly partnerUrl: string;
  readonly admin: SignInDetails;
  readonly withPasscode: SignInDetails;
  readonly withoutPasscode: SignInDetails;
  /** The folder that passcode mails are written to. */
  readonly outbox: string;
  /** Returns its standard error so far. */
  log(): string;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Starts the demo and waits until it has printed its summary. */
export async function startDemo(runtime: Runtime): Promise<RunningDemo> {
  const demo = launchDemo(runtime);
  const printed = vi.waitFor(() => readSummary(demo.stdout()), {
    timeout: DEADLINE_MS,
    interval: 50,
  });
  const ended = demo.exited.then((code) => {
    throw new Error(`The demo ended with ${code}: ${demo.stderr()}`);
  });
  try {
    const summary = await Promise.race([printed, ended]);
    return {
      ...summary,
      log: demo.stderr,
      stop() {
        demo.signal("SIGTERM");
        return demo.exited;
      },
    };
  } catch (error) {
    demo.signal("SIGTERM");
    throw error;
  }
}

/** Reads what a person would: the addresses, and the credentials of each sign-in. */
function readSummary(text: string): Omit<RunningDemo, "log" | "stop"> {
  function find(pattern: RegExp): string {
    const match = pattern.exec(text);
    if (!match) throw new Error(`There is no ${pattern} in what the demo printed: ${text}`);
    return match[1]!;
  }
  function detailsOf(email: string): SignInDetails {
    return { email, password: find(new RegExp(`^ *${email} +(\\S+)`, "m")) };
  }
  find(/(Ctrl-C)/);
  const long = text.split("\n").filter((line) => line.length > 80);
  if (long.length > 0) throw new Error(`The demo printed lines that do not fit: ${long}`);
  return {
    partnerUrl: find(/^Partner +(http:\/\/\S+)\/$/m),
    docgateUrl: find(/^Console +(http:\/\/\S+)\/admin$/m),
    admin: detailsOf("admin@example.com"),
    withPasscode: detailsOf("ada@example.com"),
    withoutPasscode: detailsOf("grace@example.com"),
    outbox: find(/^Passcodes +(\/\S+)$/m),
  };
}

/**
 * Waits for the next mail in the outbox; removes nothing.
 *
 * @param seen names of the files that were there before
 * @returns the six digits in the mail
 */
export async function readPasscode(
  outbox: string,
  { to, seen }: { readonly to: string; readonly seen: readonly string[] },
): Promise<string> {
  const file = await vi.waitFor(async () => {
    const name = (await listMails(outbox)).find((one) => !seen.includes(one));
    if (!name) throw new Error(`There is no new mail in ${outbox}`);
    return name;
  }, SOON);
  const mail = await PostalMime.parse(await readFile(join(outbox, file)));
  const recipients = mail.to?.map(({ address }) => address);
  if (recipients?.join() !== to) throw new Error(`The mail is for ${recipients}, not for ${to}`);
  const pins = mail.text?.match(/\b\d{6}\b/g) ?? [];
  if (pins.length !== 1) throw new Error(`Expected one passcode in the mail: ${mail.text}`);
  return pins[0];
}

/** Lists the names of the mails in the outbox. */
export async function listMails(outbox: string): Promise<readonly string[]> {
  const names = await readdir(outbox).catch(() => []);
  return names.filter((name) => name.endsWith(".eml"));
}

/** An administrator who is signed in with a browser's cookie. */
export interface Administrator {
  /** @returns the body of the answer, which must be a success */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  call(method: string, path: string, body?: object): Promise<any>;
}

/** Signs in as the demo's administrator. */
export async function signInAdministrator(demo: RunningDemo): Promise<Administrator> {
  const { docgateUrl, admin } = demo;
  let cookie = "";

  async function send(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${docgateUrl}/admin/api${path}`, {
      method,
      headers: {
        Origin: docgateUrl,
        Cookie: cookie,
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }

  const signedIn = await send("POST", "/session", admin);
  cookie = signedIn.headers.getSetCookie()[0]!.split(";", 1)[0]!;
  return {
    async call(method, path, body) {
      const text = await (await send(method, path, body)).text();
      return text === "" ? undefined : JSON.parse(text);
    },
  };
}
