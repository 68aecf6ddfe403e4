/** Fails with one line for each violation of an import rule. Run by `npm run imports`. */
import { ROOT } from "../support/command.ts";
import { checkEdges, checkImports, readImports } from "./import-rules.ts";

const problems = [...checkImports(readImports(ROOT)), ...checkEdges(ROOT)];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
