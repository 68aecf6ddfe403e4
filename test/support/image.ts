import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { type BuiltStage, imageEnvironment } from "./dockerfile.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);

/**
 * Starts the image's process, and expects that it answers a query, is healthy, writes only below
 * `/data` and stops on SIGTERM.
 *
 * @param root the folder that represents the root of the image's file system
 * @returns the answer to `{ meta { name } }`
 */
export async function tryImage({ start, healthCheck }: BuiltStage, root: string): Promise<unknown> {
  const port = await freePort();
  const env = imageEnvironment({ ...start.env, DOCGATE_PORT: String(port) });
  const isHealthy = () =>
    run(healthCheck.program, healthCheck.args, { env }).then(
      () => true,
      () => false,
    );
  const filesBefore = await filesOutsideData(root);

  expect(await isHealthy()).toBe(false);
  const child = spawn(start.program, start.args, {
    cwd: start.cwd,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  expect(line).toBe(`docgate listening on http://0.0.0.0:${port}`);
  expect(await isHealthy()).toBe(true);
  const answer = await fetch(`http://127.0.0.1:${port}/graphql?query={meta{name}}`);
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);

  expect(await readdir(join(root, "data"))).toContain("docgate.db");
  expect(await filesOutsideData(root)).toEqual(filesBefore);
  return answer.json();
}

/** Lists files outside `/data`, except for packages, which may be a link to a shared folder. */
async function filesOutsideData(root: string): Promise<readonly string[]> {
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => !/^(data|app\/node_modules)\b/.test(name)).sort();
}
