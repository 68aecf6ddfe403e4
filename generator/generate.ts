import { readFile } from "node:fs/promises";
import type { CorpusContent } from "../corpus/schema.ts";
import { collect, type FoundFile } from "./collect.ts";
import { type Config, severityOf } from "./config.ts";
import { checkFrontmatter } from "./frontmatter-schema.ts";
import { linkFiles } from "./link.ts";
import { type ParsedFile, parseFile } from "./parse.ts";
import { compareProblems, type Problem } from "./problem.ts";
import { buildSearchIndex } from "./search-index.ts";

export interface GenerateOptions {
  /** The docs root: a folder. */
  readonly root: string;
  readonly config: Config;
  /** Told after each file that was read. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How far reading has come, in files. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** A problem with the weight that the configuration gives it. */
export interface JudgedProblem extends Problem {
  readonly severity: "error" | "warn";
}

/** What a tree gives. */
export interface Generated {
  /** The corpus, with every page that could be read. */
  readonly content: CorpusContent;
  /** All problems of all files, sorted. Where one is an error the corpus must not be published. */
  readonly problems: readonly JudgedProblem[];
}

/**
 * Turns a Markdown tree into a corpus: collect → parse → link → index. Nothing is written.
 *
 * A file's parsed form depends on that file and the configuration only; all that depends on other
 * files happens after.
 *
 * @throws the file system's error if the root cannot be read
 */
export async function generate({ root, config, onProgress }: GenerateOptions): Promise<Generated> {
  const tree = await collect(root, config);
  const { files, problems } = await readFiles(tree.files, { config, onProgress });
  const linked = linkFiles(files, { ...config, others: tree.others });
  const found = [
    ...tree.problems,
    ...problems,
    ...files.flatMap((file) => file.problems),
    ...linked.problems,
    ...(config.frontmatter === null ? [] : await checkFrontmatter(files, config.frontmatter)),
    ...(tree.files.length === 0 ? [emptyTree()] : []),
  ];
  const { name, description } = config;
  const { docs, graph } = linked;
  const content = { meta: { name, description }, docs, graph, search: buildSearchIndex(docs) };
  return { content, problems: judge(found, config) };
}

interface ReadFiles {
  readonly files: ParsedFile[];
  readonly problems: Problem[];
}

async function readFiles(
  found: readonly FoundFile[],
  { config, onProgress }: Pick<GenerateOptions, "config" | "onProgress">,
): Promise<ReadFiles> {
  const files: ParsedFile[] = [];
  const problems: Problem[] = [];
  for (const [index, file] of found.entries()) {
    const result = await readOne(file, config);
    if ("rule" in result) problems.push(result);
    else files.push(result);
    onProgress?.({ done: index + 1, total: found.length });
  }
  return { files, problems };
}

async function readOne(
  { path, location }: FoundFile,
  config: Config,
): Promise<ParsedFile | Problem> {
  try {
    return parseFile({ path, bytes: await readFile(location) }, config.anchors);
  } catch (error) {
    const message = `Cannot read file: ${(error as Error).message}`;
    return { file: path, line: 1, column: 1, rule: "unreadable-file", message, suggestion: null };
  }
}

function emptyTree(): Problem {
  const message = "There is no Markdown file below the docs root";
  return { file: ".", line: 1, column: 1, rule: "empty-tree", message, suggestion: null };
}

/** Gives each problem its severity, leaves out what is switched off, and sorts. */
function judge(problems: readonly Problem[], config: Config): JudgedProblem[] {
  return problems
    .flatMap((problem) => {
      const severity = severityOf(problem.rule, config);
      return severity === "off" ? [] : [{ ...problem, severity }];
    })
    .sort(compareProblems);
}
