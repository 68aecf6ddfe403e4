import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { DOCGATE } from "./docgate.ts";
import { pin } from "./wrk.ts";

/** A server in a separate process. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Stops the server and waits for its end. */
  stop(): Promise<void>;
}

export interface ServeOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** True to pin it to a core, where the system can. Default: true. */
  readonly isPinned?: boolean;
}

interface ServeDocgateOptions extends ServeOptions {
  readonly nodeArgs?: readonly string[];
}

/** Starts docgate on a corpus, with documents only. */
export function serveDocgate(
  corpus: string,
  { nodeArgs = [], ...options }: ServeDocgateOptions = {},
): Promise<ServerProcess> {
  const command = [DOCGATE, "serve", "--no-partner", "--port", "0", "--corpus", corpus];
  return serve([...nodeArgs, ...command], options);
}

/** Starts one of `servers/`. */
export function servePeer(script: string, ...args: readonly string[]): Promise<ServerProcess> {
  return serve([fileURLToPath(new URL(`../servers/${script}.ts`, import.meta.url)), ...args]);
}

/** Starts Node.js on a script that prints its address in its first line. */
export async function serve(
  args: readonly string[],
  { env = {}, isPinned = true }: ServeOptions = {},
): Promise<ServerProcess> {
  const line = [process.execPath, ...args] as const;
  const [command, ...rest] = isPinned ? await pin("server", line) : line;
  const child = spawn(command, rest, {
    env: { ...process.env, NODE_ENV: "production", ...env },
    // A folder without a configuration of docgate, which would be loaded first.
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const [first] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    exit,
  ]);
  const address = /http:\S+/.exec(String(first))?.[0];
  if (!address) throw new Error(`${args.join(" ")} ended with ${first}`);
  return {
    url: `${address.replace(/\/graphql$/, "")}/graphql`,
    pid: child.pid!,
    async stop() {
      child.kill();
      await exit;
    },
  };
}

/** Sends one request. @throws {Error} if the answer is not a success */
export async function ask({ url }: Pick<ServerProcess, "url">, body: string): Promise<string> {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  const text = await response.text();
  if (response.ok && !text.includes('"errors":')) return text;
  throw new Error(`${url} was answered ${response.status}: ${text.slice(0, 300)}`);
}
