/**
 * Starts docgate and one of its partners, with an access chain created for them, until Ctrl-C.
 * Everything that it writes is in a separate folder, which is removed at the end.
 *
 * PORT is docgate's port (default 8080), PARTNER_PORT the partner's (default 8090); 0 takes any
 * free port.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createAdminClient } from "./demo/admin-client.ts";
import { createLauncher, type Launcher } from "./demo/launcher.ts";
import { type HeldPort, HOST, holdPort } from "./demo/ports.ts";
import { createPassword, type SeededChain, seedChain } from "./demo/seed.ts";
import { type SignInDetails, summarize } from "./demo/summary.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const ADMIN_EMAIL = "admin@example.com";
const READY_WITHIN_MS = 30_000;
const READY_CHECK_MS = 100;

/** Permissions that docgate and a partner need on Deno. */
const DENO_PERMISSIONS = [
  "--allow-env",
  "--allow-read",
  "--allow-write",
  "--allow-net",
  "--allow-sys=hostname,networkInterfaces,uid",
];

const isDeno = "Deno" in globalThis;
const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
const launcher = createLauncher({
  root: ROOT,
  runtime: isDeno
    ? [process.execPath, "run", ...DENO_PERMISSIONS, "--config", join(ROOT, "deno.json")]
    : [process.execPath, "--import", join(ROOT, "examples/demo/docgate-from-sources.ts")],
  env: cleanEnvironment(),
});
const folder = await mkdtemp(join(tmpdir(), "docgate-demo-"));

try {
  await Promise.race([run(folder, launcher), interrupted]);
} catch (error) {
  say(`demo: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await launcher.stop();
  await rm(folder, { recursive: true, force: true });
}
// Work in progress at Ctrl-C is no longer needed.
process.exit();

/** Sets everything up, prints the addresses, and runs until a part of it ends. */
async function run(folder: string, launcher: Launcher): Promise<void> {
  const port = await holdPort(readPort("PORT", 8080), "PORT");
  const partnerPort = await holdPort(readPort("PARTNER_PORT", 8090), "PARTNER_PORT");
  const admin = { email: ADMIN_EMAIL, password: createPassword() };
  const data = join(folder, "data");

  const docgateUrl = await startDocgate(launcher, { data, port, admin });
  const partnerUrl = `http://${HOST}:${partnerPort.port}`;
  const noticePath = `/notices/${randomBytes(16).toString("base64url")}`;
  const token = await makeToken(launcher, { data, email: admin.email });
  const chain = await seedChain(createAdminClient({ docgateUrl, token }), {
    origin: partnerUrl,
    notificationUrl: partnerUrl + noticePath,
  });
  await startPartner(launcher, { docgateUrl, chain, noticePath, port: partnerPort });

  const outbox = join(data, "outbox");
  process.stdout.write(summarize({ docgateUrl, partnerUrl, admin, chain, outbox }));
  await launcher.watch();
}

interface DocgateOptions {
  readonly data: string;
  readonly port: HeldPort;
  readonly admin: SignInDetails;
}

/** @returns its address */
async function startDocgate(
  launcher: Launcher,
  { data, port, admin }: DocgateOptions,
): Promise<string> {
  if (!existsSync(join(ROOT, "dist/corpus.json"))) {
    say("Generating content/ …");
    await launcher.run(["docgate.ts", "generate", "content"]);
  }
  say("Starting docgate …");
  await launcher.run(
    ["docgate.ts", "admin", "create", "--org", "Demo", "--email", admin.email, "--data", data],
    { input: admin.password },
  );
  await port.release();
  return launcher.start(["docgate.ts", "serve", "--data", data, "--port", String(port.port)], {
    // By default, notices go only to the public internet.
    env: { DOCGATE_NOTICE_ALLOW_PRIVATE: HOST },
    ready: /^docgate listening on (\S+)$/,
  });
}

async function makeToken(
  launcher: Launcher,
  { data, email }: { readonly data: string; readonly email: string },
): Promise<string> {
  const command = ["docgate.ts", "admin", "token", "--email", email, "--name", "demo"];
  return (await launcher.run([...command, "--data", data])).trim();
}

interface PartnerOptions {
  readonly docgateUrl: string;
  readonly chain: SeededChain;
  readonly noticePath: string;
  readonly port: HeldPort;
}

/** Starts the partner and waits until it has read everything and has its certificate. */
async function startPartner(
  launcher: Launcher,
  { docgateUrl, chain, noticePath, port }: PartnerOptions,
): Promise<void> {
  say("Starting the partner …");
  await port.release();
  const url = await launcher.start(["examples/partner/server.ts"], {
    env: {
      DOCGATE_URL: docgateUrl,
      CLIENT_ID: chain.clientId,
      CLIENT_SECRET: chain.clientSecret,
      API_KEY_ID: chain.apiKeyId,
      API_KEY: chain.apiKey,
      WEBHOOK_ID: chain.webhookId,
      NOTICE_PATH: noticePath,
      PORT: String(port.port),
    },
    ready: /^partner listening on (\S+)$/,
  });
  for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += READY_CHECK_MS) {
    if ((await fetch(`${url}/ready`)).ok) return;
    await sleep(READY_CHECK_MS);
  }
  throw new Error("The partner did not receive its certificate within 30 seconds");
}

/** Returns the environment without settings meant for another docgate. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(DOCGATE_|SMTP_URL$|DATABASE_URL$|HOST$|ORIGIN$)/.test(name),
  );
  return Object.fromEntries(entries);
}

function readPort(variable: string, otherwise: number): number {
  const text = process.env[variable];
  if (!text) return otherwise;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new Error(`${variable} must be a port number from 0 to 65535, but it is "${text}"`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
