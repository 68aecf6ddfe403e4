/**
 * The failures of the gate, a few lines each, for the end of `.ci/run`; as a reporter of vitest, those
 * of tests with their errors, and errors outside of tests.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestModule } from "vitest/node";
import { ROOT } from "../support/command.ts";

/** The folder whose files `.ci/run` prints. */
export const FAILURES = join(ROOT, "dist/failures");

const MAX_LINES = 10;
const MAX_COLUMNS = 200;

type Errors = Parameters<NonNullable<Reporter["onTestRunEnd"]>>[1];

export default class Failures implements Reporter {
  readonly #folder: string;

  constructor({ folder = FAILURES }: { readonly folder?: string } = {}) {
    this.#folder = folder;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: Errors): void {
    const failures = [...modules.flatMap(failuresOf), ...describe("Outside of tests", errors)];
    if (failures.length === 0) return;
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, `${process.pid}.txt`), `${failures.join("\n")}\n`);
  }
}

/** Records that a step has failed, with the first lines of its output. */
export function writeFailure(step: string, output: string): void {
  mkdirSync(FAILURES, { recursive: true });
  writeFileSync(join(FAILURES, `${step}.txt`), `${excerpt(`${step} failed.\n${output}`)}\n`);
}

function failuresOf(module: TestModule): string[] {
  const file = `${module.project.name} ${module.relativeModuleId}`;
  const { children } = module;
  return [
    ...(module.state() === "pending" ? [`${file} did not end.`] : []),
    ...describe(file, module.errors()),
    ...[...children.allSuites()].flatMap((suite) =>
      describe(`${file} > ${suite.fullName}`, suite.errors()),
    ),
    ...[...children.allTests("failed")].flatMap((test) =>
      describe(`${file} > ${test.fullName}`, test.result().errors ?? []),
    ),
  ];
}

function describe(place: string, errors: Errors): string[] {
  return errors.map(({ name, message }) => excerpt(`${place}\n${name}: ${message}`));
}

/** Returns the first lines, all but the first one indented. */
function excerpt(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_COLUMNS))
    .join("\n    ");
}
