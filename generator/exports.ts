/** What `docgate/generator` offers to other programs. Nothing inside docgate imports this file. */
export { replaceFile, serializeCorpus } from "../corpus/write.ts";
export { type Config, defineConfig, parseConfig, type UserConfig } from "./config.ts";
export { ConfigError } from "./config-error.ts";
export { type CorpusDiff, diffCorpora } from "./diff.ts";
export {
  type Generated,
  type GenerateOptions,
  generate,
  type JudgedProblem,
  type Progress,
} from "./generate.ts";
export type { RuleName, Severity } from "./rules.ts";
