import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
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
  readonly with?: Readonly<Record<string, string>>;
}

/** The parts of an action's file that are used here. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** Reads the action of this repository. */
export async function readAction(): Promise<Action> {
  return parse(await readFile(join(ROOT, "action.yml"), "utf8"));
}

export interface ActionRun {
  /** True if all steps succeeded. */
  readonly isFine: boolean;
  /** The standard output of the steps. */
  readonly log: string;
  /** The job summary. */
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface ActionOptions {
  /** A checkout. */
  readonly workspace: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** The branch that the change targets. Default: none. */
  readonly baseRef?: string;
  /** The name of the event. Default: a pull request if there is a base branch, else a push. */
  readonly eventName?: string;
  /** A folder with further programs. Default: none. */
  readonly bin?: string;
}

/** The repository in which the action runs. */
export const REPOSITORY = "acme/docs";

type Values = Record<string, string>;

/** Runs the action's scripts as GitHub does, but skips other actions that it uses. */
export async function runAction({
  workspace,
  inputs = {},
  baseRef = "",
  eventName = baseRef === "" ? "push" : "pull_request",
  bin = "",
}: ActionOptions): Promise<ActionRun> {
  const action = await readAction();
  const temp = await makeFolder();
  const summaryFile = join(temp, "summary.md");
  await writeFile(summaryFile, "");
  const values: Values =
    baseRef === ""
      ? {}
      : {
          "github.event.pull_request.number": "7",
          "github.event.pull_request.head.repo.full_name": REPOSITORY,
        };
  for (const [name, { default: value }] of Object.entries(action.inputs)) {
    values[`inputs.${name}`] = inputs[name] ?? value;
  }
  const env = {
    PATH: [bin, dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter),
    HOME: temp,
    // That of the tests: compiling docgate's code takes longer than its work here.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE!,
    GITHUB_ACTIONS: "true",
    GITHUB_RUN_NUMBER: "42",
    GITHUB_ACTION_PATH: ROOT,
    GITHUB_WORKSPACE: workspace,
    GITHUB_BASE_REF: baseRef,
    GITHUB_EVENT_NAME: eventName,
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_STEP_SUMMARY: summaryFile,
    RUNNER_TEMP: temp,
  };

  let isFine = true;
  let log = "";
  for (const step of action.runs.steps) {
    if (!step.run || !isFine) continue;
    const ended = await runStep(step, { env: { ...env, ...fillAll(step.env, values) }, temp });
    isFine = ended.isFine;
    log += ended.log;
    for (const [name, value] of Object.entries(ended.outputs)) {
      values[`steps.${step.id}.outputs.${name}`] = value;
    }
  }
  const templates = Object.entries(action.outputs).map(([name, { value }]) => [name, value]);
  const outputs = fillAll(Object.fromEntries(templates), values);
  return { isFine, log, summary: await readFile(summaryFile, "utf8"), outputs };
}

async function runStep(
  { run }: Step,
  { env, temp }: { readonly env: Values; readonly temp: string },
): Promise<Omit<ActionRun, "summary">> {
  const outputFile = join(await mkdtemp(join(temp, "step-")), "output");
  await writeFile(outputFile, "");
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run!], {
    cwd: env.GITHUB_WORKSPACE!,
    env: { ...env, GITHUB_OUTPUT: outputFile },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(child, "close");
  const log = await text(child.stdout);
  const isFine = (await exited)[0] === 0;
  const lines = (await readFile(outputFile, "utf8")).split("\n").filter(Boolean);
  return { isFine, log, outputs: Object.fromEntries(lines.map((line) => line.split("=", 2))) };
}

function fillAll(templates: Readonly<Values> = {}, values: Readonly<Values>): Values {
  const fill = (template: string) =>
    template.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, name: string) => values[name] ?? "");
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fill(template)]),
  );
}
