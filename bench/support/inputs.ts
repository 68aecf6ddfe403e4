import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { generateCorpus } from "./docgate.ts";
import { writeTree } from "./tree.ts";

/** A tree and its corpus. */
export interface Input {
  readonly name: string;
  readonly root: string;
  /** Returns the corpus file, which is generated the first time. */
  corpus(): Promise<string>;
}

/** The inputs of the measurements, created when the first part needs them. */
export interface Inputs {
  large(): Promise<Input>;
  small(): Promise<Input>;
  /** Trees given on the command line. */
  readonly real: readonly Pick<Input, "name" | "root">[];
}

interface TreeShape {
  readonly name: string;
  readonly pages: number;
  /** Mean size of a page. */
  readonly pageBytes: number;
}

const LARGE: TreeShape = { name: "10 000 pages", pages: 10_000, pageBytes: 5000 };
/** Pages as long as those of Vue's documentation. */
const SMALL: TreeShape = { name: "250 pages", pages: 250, pageBytes: 8600 };
const SEED = 1;

export function prepareInputs(work: string, { real }: { real: readonly string[] }): Inputs {
  return {
    large: once(() => makeInput(LARGE, join(work, "large"))),
    small: once(() => makeInput(SMALL, join(work, "small"))),
    real: real.map((path) => ({
      name: `\`${resolve(path).split("/").slice(-2).join("/")}\``,
      root: resolve(path),
    })),
  };
}

async function makeInput({ name, pages, pageBytes }: TreeShape, folder: string): Promise<Input> {
  const root = join(folder, "tree");
  await mkdir(root, { recursive: true });
  await writeTree({ root, pages, pageBytes, seed: SEED });
  return {
    name,
    root,
    corpus: once(async () => {
      const out = join(folder, "corpus.json");
      await generateCorpus(root, { out });
      return out;
    }),
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
