import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { ROOT } from "./command.ts";
import { makeFolder } from "./tree.ts";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What is used of an action's file. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** The action of this repository. */
export async function readAction(): Promise<Action> {
  return parse(await readFile(join(ROOT, "action.yml"), "utf8"));
}

export interface ActionRun {
  /** Whether all steps succeeded. */
  readonly isFine: boolean;
  /** What the steps printed on standard output. */
  readonly log: string;
  /** The job summary. */
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface ActionOptions {
  /** A checkout. */
  readonly workspace: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** The branch that the change is for; left out, it is for none. */
  readonly baseRef?: string;
}

/** Runs the action's scripts as GitHub does; other actions that it uses are left out. */
export async function runAction({
  workspace,
  inputs = {},
  baseRef = "",
}: ActionOptions): Promise<ActionRun> {
  const { inputs: declared, outputs, runs } = await readAction();
  const temp = await makeFolder();
  const summaryFile = join(temp, "summary.md");
  await writeFile(summaryFile, "");
  const values: Record<string, string> = {};
  for (const [name, { default: value }] of Object.entries(declared)) {
    values[`inputs.${name}`] = inputs[name] ?? value;
  }
  const fill = (template: string) =>
    template.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, name: string) => values[name] ?? "");

  let isFine = true;
  let log = "";
  for (const { id, run, env = {} } of runs.steps) {
    if (!run || !isFine) continue;
    const outputFile = join(await mkdtemp(join(temp, "step-")), "output");
    await writeFile(outputFile, "");
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", fill(run)], {
      cwd: workspace,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        HOME: temp,
        GITHUB_ACTIONS: "true",
        GITHUB_ACTION_PATH: ROOT,
        GITHUB_WORKSPACE: workspace,
        GITHUB_BASE_REF: baseRef,
        GITHUB_OUTPUT: outputFile,
        GITHUB_STEP_SUMMARY: summaryFile,
        RUNNER_TEMP: temp,
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
      },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const exited = once(child, "close");
    log += await text(child.stdout);
    isFine = (await exited)[0] === 0;
    for (const line of (await readFile(outputFile, "utf8")).trim().split("\n")) {
      const [name, value] = line.split("=", 2);
      values[`steps.${id}.outputs.${name}`] = value ?? "";
    }
  }
  return {
    isFine,
    log,
    summary: await readFile(summaryFile, "utf8"),
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([name, { value }]) => [name, fill(value)]),
    ),
  };
}
