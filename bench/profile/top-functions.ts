import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { table } from "../support/measure.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SHOWN = 15;
/** V8's names for idle time, and the profiler itself. */
const LEFT_OUT = /^\(idle\)$|node:inspector/;

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
}

/** Lists the functions with the most self time over all threads, one file for each. */
export async function describeTop(files: readonly string[]): Promise<string> {
  const times = new Map<string, number>();
  for (const file of files) {
    const { nodes, samples, timeDeltas } = JSON.parse(await readFile(file, "utf8")) as Profile;
    const names = new Map(nodes.map((node) => [node.id, nameOf(node)]));
    for (const [i, id] of samples.entries()) {
      const name = names.get(id)!;
      if (LEFT_OUT.test(name)) continue;
      times.set(name, (times.get(name) ?? 0) + timeDeltas[i]!);
    }
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  const rows = [...times]
    .sort(([, left], [, right]) => right - left)
    .slice(0, SHOWN)
    .map(([name, time]) => [`${((100 * time) / all).toFixed(1)}`, (time / 1000).toFixed(0), name]);
  return table(["%", "ms", "function"], rows);
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  if (url === "") return functionName || "(native)";
  const path = url.startsWith("file:") ? relative(ROOT, fileURLToPath(url)) : url;
  return `\`${functionName || "(anonymous)"}\` ${path.replace(/^.*node_modules\//, "")}:${lineNumber + 1}`;
}
