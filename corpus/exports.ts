/**
 * The exports of `docgate/corpus` on Node.js and Deno: those of every runtime, and what reads files.
 * Nothing inside docgate imports this file.
 */
export * from "./open/exports.ts";
export { loadCorpus } from "./read/read.ts";
