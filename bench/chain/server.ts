import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createAdminClient } from "../../examples/demo/admin-client.ts";
import { type SeededChain, seedChain } from "../../examples/demo/seed.ts";

const DOCGATE = fileURLToPath(new URL("../../docgate.ts", import.meta.url));
const CONTENT = fileURLToPath(new URL("../../content", import.meta.url));
const LOOP_DELAY = new URL("./loop-delay.ts", import.meta.url).href;
const EMAIL = "admin@example.com";
export const ORIGIN = "https://partner.example";

/** The delay of an event loop, in milliseconds. */
export interface LoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** A server in a separate process. */
export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** docgate with an access chain, and a partner that receives its notices. */
export interface ChainServer extends BenchServer {
  readonly origin: string;
  /** Token of an administrator. */
  readonly adminToken: string;
  readonly chain: SeededChain;
  /** Returns the delay of the server's event loop since the last call. */
  loopDelay(): Promise<LoopDelay>;
}

/** @param work folder for its files */
export async function startChainServer(work: string): Promise<ChainServer> {
  const [corpus, data] = [join(work, "content.json"), join(work, "data")];
  await docgate(["generate", CONTENT, "--out", corpus, "--no-cache"]);
  const adminToken = await createAdministrator(data);
  const child = spawn(
    process.execPath,
    ["--import", LOOP_DELAY, DOCGATE, "serve", "--port", "0", "--corpus", corpus, "--data", data],
    {
      env: { ...process.env, NODE_ENV: "production", DOCGATE_NOTICE_ALLOW_PRIVATE: "127.0.0.1" },
      stdio: ["ignore", "pipe", "inherit", "pipe"],
    },
  );
  const url = await addressOf(child);
  const receiver = await startReceiver();
  const chain = await seedChain(createAdminClient({ docgateUrl: url, token: adminToken }), {
    origin: ORIGIN,
    notificationUrl: receiver.url,
  });
  return {
    url,
    pid: child.pid!,
    origin: ORIGIN,
    adminToken,
    chain,
    loopDelay: readLoopDelay(child),
    stop() {
      child.kill();
      receiver.stop();
    },
  };
}

/** Starts one of the scripts in this folder, which prints its address in its first line. */
export async function startPeer(script: string, env: Record<string, string>): Promise<BenchServer> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { url: await addressOf(child), pid: child.pid!, stop: () => void child.kill() };
}

/** Creates an administrator in a data folder. @returns an admin token */
export async function createAdministrator(
  data: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  await docgate(["admin", "create", "--org", "Bench", "--email", EMAIL, "--data", data], env);
  return (await docgate(["admin", "token", "--email", EMAIL, "--data", data], env)).trim();
}

async function docgate(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { env: { ...process.env, ...env } };
  const running = promisify(execFile)(process.execPath, [DOCGATE, ...args], options);
  // Ends the input, so that the command does not wait for a password.
  running.child.stdin!.end();
  return (await running).stdout;
}

async function addressOf(child: ChildProcess): Promise<string> {
  const [line] = await once(createInterface({ input: child.stdout! }), "line");
  return /http:\S+/.exec(line)![0];
}

function readLoopDelay(child: ChildProcess): () => Promise<LoopDelay> {
  const lines: Interface = createInterface({ input: child.stdio[3] as NodeJS.ReadableStream });
  return async () => {
    const line = once(lines, "line");
    child.kill("SIGUSR2");
    return JSON.parse((await line)[0]);
  };
}

/** Receives notices and discards them. */
async function startReceiver(): Promise<Omit<BenchServer, "pid">> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notices`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
