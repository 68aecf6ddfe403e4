/**
 * The exports of `docgate/generator` for other programs. Nothing inside docgate imports this file.
 */
export { DocgateError, type DocgateErrorCode } from "../corpus/error.ts";
export { replaceFile } from "../corpus/write/replace-file.ts";
export { serializeCorpus } from "../corpus/write/write.ts";
export { type CorpusDiff, diffCorpora } from "./changes/diff.ts";
export { findMoves, type Move } from "./changes/moves/moves.ts";
export { type Config, parseConfig, type UserConfig } from "./config/config.ts";
export type {
  CheckResult,
  GeneratedCorpus,
  GeneratedFile,
  GenerateFileOptions,
  GenerateOptions,
  ParserName,
  Progress,
} from "./config/generation.ts";
export type { JudgedProblem } from "./config/judge.ts";
export type { RuleName, Severity } from "./config/rules.ts";
export { checkTree, generate, generateFile } from "./library.ts";
