import { openCache } from "./cache.ts";
import { collect } from "./collect.ts";
import { type Config, severityOf } from "./config.ts";
import { checkFrontmatter } from "./frontmatter-schema.ts";
import type { GenerateOptions, JudgedProblem } from "./generate.ts";
import type { Memory } from "./memory.ts";
import type { ParsedFile } from "./parse.ts";
import { readAll } from "./pool.ts";
import { compareProblems, type Problem } from "./problem.ts";
import { adviseTitles } from "./title.ts";

/** A tree, read and parsed file by file. */
export interface Sources {
  /** In code-point order of path. */
  readonly files: readonly ParsedFile[];
  /** What each file was made of, in the same order. */
  readonly keys: readonly string[];
  /** Paths of the tree's files that are no Markdown. */
  readonly others: ReadonlySet<string>;
  /** What is wrong in the files, each by itself, and what is no file that can be read. */
  readonly problems: readonly Problem[];
  /** What might be configured better, as sentences. */
  readonly hints: readonly string[];
  /** How many files came from the cache. */
  readonly cached: number;
}

export interface ReadSourcesOptions extends GenerateOptions {
  readonly memory: Memory;
}

/** @throws the file system's error if the root cannot be read */
export async function readSources(options: ReadSourcesOptions): Promise<Sources> {
  const { root, config, jobs = 1, cacheDir = null, memory, onProgress } = options;
  const { parser = "auto", verifyParser = false, startedAtMs = 0, trustCache = false } = options;
  const { anchors, titles, maxPageBytes } = config;
  const page = { anchors, titles, maxPageBytes };
  const tree = await collect(root, config);
  const total = tree.files.length;
  const isCached = cacheDir !== null && !verifyParser;
  memory.begin({
    cache: isCached ? openCache(cacheDir, { root, ...page, parser, isTrusted: trustCache }) : null,
    startedAtMs,
  });
  const read = await readAll(tree.files, {
    jobs,
    parser,
    verifyParser,
    ...page,
    memory,
    onProgress: (done) => onProgress?.({ done, total }),
  });
  const files: ParsedFile[] = [];
  const keys: string[] = [];
  const problems: Problem[] = [...tree.problems];
  for (const { result, key } of read) {
    if ("rule" in result) {
      problems.push(result);
      continue;
    }
    files.push(result);
    keys.push(key!);
    problems.push(...result.problems);
  }
  if (config.frontmatter !== null) {
    const readable = files.filter(hasReadableFrontmatter);
    problems.push(...(await checkFrontmatter(readable, config.frontmatter)));
  }
  if (total === 0 && !tree.problems.some(isUnreadable)) problems.push(emptyTree());
  const cached = read.filter(({ fromCache }) => fromCache).length;
  const advice = adviseTitles(files, titles);
  const hints = advice === null ? [] : [advice];
  return { files, keys, others: tree.others, problems, hints, cached };
}

/** What is no YAML, or too much of it, has already been reported as that. */
function hasReadableFrontmatter({ problems }: ParsedFile): boolean {
  return !problems.some(({ rule }) => rule === "frontmatter-syntax" || rule === "page-too-complex");
}

/** What cannot be read is an error already, and may have been a page. */
function isUnreadable({ rule }: Problem): boolean {
  return rule === "unreadable-file";
}

function emptyTree(): Problem {
  const message =
    "There is no Markdown file below the docs root; if that is meant, add --allow-empty";
  return { file: ".", line: 1, column: 1, rule: "empty-tree", message, suggestion: null };
}

/** Gives each problem its severity, leaves out what is switched off, and sorts. */
export function judge(problems: readonly Problem[], config: Config): JudgedProblem[] {
  return problems
    .flatMap((problem) => {
      const severity = severityOf(problem.rule, config);
      return severity === "off" ? [] : [{ ...problem, severity }];
    })
    .sort(compareProblems);
}
