/**
 * Fails with one line for each place that does not read like plain English, and for each citation of
 * a decision, an attack or a section that leads nowhere. Run by `npm run lint` over every file that
 * git tracks; `node test/tools/check-prose.ts corpus README.md` reads only these.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/command.ts";
import { findCodes, readCodes } from "./codes.ts";
import { findExpressions, findParticiples } from "./prose.ts";
import { proseOf } from "./prose-of.ts";

const READ = /(?:\.(?:tsx?|js|md|css|html|ya?ml|sh|conf|lua|service)|Dockerfile|\.ci\/run)$/;
/** Data, and the lint's own files, which have to spell out the expressions that it refuses. */
const SKIPPED =
  /^test\/fixtures\/|^test\/tools\/(?:prose|codes)\b|^runtime\/web\/admin\/api\/types\.ts$/;

const tracked = execFileSync("git", ["ls-files", "--", ...process.argv.slice(2)], {
  cwd: ROOT,
  encoding: "utf8",
}).split("\n");
const defined = readCodes(ROOT);
const lines = tracked
  .filter((file) => READ.test(file) && !SKIPPED.test(file))
  .flatMap((file) => check(file, readFileSync(join(ROOT, file), "utf8")));
for (const line of lines) process.stderr.write(`${line}\n`);
if (lines.length > 0) process.exitCode = 1;

function check(file: string, source: string): string[] {
  const prose = proseOf(file, source);
  const findings = [
    ...findExpressions(prose),
    ...(/\.tsx?$/.test(file) ? findParticiples(source) : []),
    ...findCodes(prose, defined),
  ];
  return findings
    .sort((one, other) => one.offset - other.offset)
    .map(({ offset, expression, instead }) => {
      const line = source.slice(0, offset).split("\n").length;
      return `${file}:${line}: "${expression}": write ${instead}`;
    });
}
