import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { verifyCorpus } from "../../corpus/open/verify.ts";
import type { CorpusFile } from "../../corpus/schema.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig, type UserConfig } from "../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../generator/config/generation.ts";
import { generate } from "../../generator/generate.ts";
import { ROOT } from "./command.ts";

/** A small documentation tree with every form of link, repeated headings and several scripts. */
export const HANDBOOK = join(ROOT, "test/fixtures/handbook");

/** Files by path; a string is written as UTF-8. */
export type TreeFiles = Readonly<Record<string, string | Uint8Array>>;

/** Makes a folder that is removed when the test ends. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "docgate-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a tree into a new folder, which is removed when the test ends. */
export async function makeTree(files: TreeFiles): Promise<string> {
  const root = await makeFolder();
  await writeTree(root, files);
  return root;
}

/** Writes files below a folder, in the order given. */
export async function writeTree(root: string, files: TreeFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** Generates from files given in place. */
export async function generateFrom(
  files: TreeFiles,
  config: UserConfig = {},
): Promise<GeneratedCorpus> {
  return generate({ root: await makeTree(files), config: parseConfig(config) });
}

/** Generates a corpus and reads it back as from a file. */
export async function corpusOf(root: string, config: UserConfig = {}): Promise<CorpusFile> {
  const { content } = await generate({ root, config: parseConfig(config) });
  return verifyCorpus(serializeCorpus(content), "test corpus");
}

/** Makes a folder for all tests of a `describe`, removed after them. @returns a way to get it */
export function makeSharedFolder(): () => string {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "docgate-test-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}
