/** The functions of `docgate/generator` that read a tree: the commands without their own options. */

import type {
  CheckResult,
  GeneratedCorpus,
  GeneratedFile,
  GenerateFileOptions,
  GenerateOptions,
} from "./config/generation.ts";
import * as pipeline from "./generate.ts";

/**
 * Turns a Markdown tree into a corpus in memory, and writes only the cache.
 *
 * @throws the file system's error if the root cannot be read
 *
 * @example
 * import { generate, parseConfig } from "docgate/generator";
 *
 * const { content, problems } = await generate({ root: "docs", config: parseConfig({}) });
 * for (const { file, line, message } of problems) console.warn(`${file}:${line} ${message}`);
 * console.log(content.docs.length);
 */
export function generate(options: GenerateOptions): Promise<GeneratedCorpus> {
  return pipeline.generate(options);
}

/**
 * Turns a Markdown tree into a corpus file, as `docgate generate` does. The file is replaced at
 * once, and only if there is no error.
 *
 * @throws the file system's error if the root cannot be read or the file cannot be written; the old
 *   file is then unchanged
 *
 * @example
 * import { generateFile, parseConfig } from "docgate/generator";
 *
 * const config = parseConfig({ name: "Acme handbook" });
 * const { bytes, docs } = await generateFile({ root: "docs", config, out: "dist/corpus.json" });
 * console.log(bytes === null ? "There are errors." : `${docs} docs`);
 */
export function generateFile(options: GenerateFileOptions): Promise<GeneratedFile> {
  return pipeline.generateFile(options);
}

/**
 * Finds the problems of a Markdown tree, as `docgate check` does. Writes nothing.
 *
 * @throws the file system's error if the root cannot be read
 *
 * @example
 * import { checkTree, parseConfig } from "docgate/generator";
 *
 * const { problems } = await checkTree({ root: "docs", config: parseConfig({}) });
 * for (const { file, line, message } of problems) console.warn(`${file}:${line} ${message}`);
 */
export async function checkTree(options: GenerateOptions): Promise<CheckResult> {
  const { problems, notes, hints, docs, drafts } = await pipeline.checkTree(options);
  return { problems, notes, hints, docs, drafts };
}
