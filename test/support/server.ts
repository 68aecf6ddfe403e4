import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { commandLine, ROOT, type Runtime } from "./command.ts";
import { HANDBOOK } from "./tree.ts";

export interface ServerOptions {
  readonly runtime?: Runtime;
  /** The corpus file. Default: a corpus of the handbook fixture is generated. */
  readonly corpus?: string;
  /** True to serve the partner chain; an argument sets its data folder. */
  readonly partner?: boolean;
  /** Additional arguments of `docgate serve`. */
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
}

/** A running `docgate serve`, in a separate process, on a free port. */
export interface TestServer {
  /** Its address, without a final slash. */
  readonly url: string;
  /** The corpus file that it serves. */
  readonly corpus: string;
  readonly process: ChildProcess;
  /** Returns its standard error so far. */
  log(): string;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Starts the real server over a real corpus file and waits for the line with its address. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { runtime = "node", partner = false, args = [], env = {} } = options;
  const folder = await mkdtemp(join(tmpdir(), "docgate-server-"));
  const corpus = options.corpus ?? (await writeHandbookCorpus(join(folder, "corpus.json")));
  const [program, programArgs] = commandLine(runtime, [
    ...["serve", "--port", "0", "--corpus", corpus],
    ...(partner ? [] : ["--no-partner"]),
    ...args,
  ]);
  const child = spawn(program, programArgs, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (log += text));
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const url = await Promise.race([
    readAddress(child),
    exited.then((code) => Promise.reject(new Error(`docgate serve ended with ${code}: ${log}`))),
  ]);
  return {
    url,
    corpus,
    process: child,
    log: () => log,
    async stop() {
      child.kill("SIGTERM");
      const code = await exited;
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}

/** Generates the handbook fixture into a file. */
export async function writeHandbookCorpus(file: string): Promise<string> {
  const config = parseConfig({ name: "Acme", description: "The Acme handbook." });
  const { content } = await generate({ root: HANDBOOK, config });
  await replaceFile(file, serializeCorpus(content));
  return file;
}

async function readAddress(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const match = /docgate listening on (http:\/\/[^\s"]+)/.exec(line);
    if (match) return match[1]!;
  }
  throw new Error("docgate serve printed no address");
}
