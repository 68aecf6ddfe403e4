import { readFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";

/**
 * Describes the programs and the machine of a run in one line. @param peers packages of the
 * benchmark that took part
 */
export async function describeRun(peers: readonly string[]): Promise<string> {
  const programs = await Promise.all([
    versionOf("docgate", "../../package.json"),
    ...peers.map((name) => versionOf(name, `../node_modules/${name}/package.json`)),
  ]);
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return (
    `${programs.join(", ")}; Node ${process.versions.node}, ${availableParallelism()} cores ` +
    `(${cpus()[0]?.model ?? "unknown"}), ${memory} GiB, load ${loadavg()[0]!.toFixed(1)} at the end.`
  );
}

async function versionOf(name: string, file: string): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL(file, import.meta.url), "utf8"));
  return `${name} ${version}`;
}
