import { execFile } from "node:child_process";
import { cp, mkdir, readFile, stat } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./command.ts";

const run = promisify(execFile);

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions from one FROM to the next. */
export interface Stage {
  /** Empty for a stage without a name. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** A process that an image starts, to be run in the stage's folder. */
export interface ImageCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The result of a stage, without a container. */
export interface BuiltStage {
  /** ENTRYPOINT with CMD. */
  readonly start: ImageCommand;
  readonly healthCheck: ImageCommand;
}

export interface BuildOptions {
  /** The folder that represents the root of the stage's file system. */
  readonly root: string;
  /** Returns the root of another stage. Default: no stage to copy from. */
  readonly from?: ((stage: string) => string) | undefined;
}

/** Reads the stages of the project's Dockerfile. */
export async function readDockerfile(): Promise<readonly Stage[]> {
  const text = await readFile(join(ROOT, "Dockerfile"), "utf8");
  const lines = text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split("\n");
  const instructions = lines.filter(Boolean).map((line) => {
    const [name, ...words] = line.split(" ");
    return { name: name!, text: words.join(" ").trim() };
  });
  const starts = instructions.flatMap(({ name }, index) => (name === "FROM" ? [index] : []));
  return starts.map((start, index) => ({
    name: / AS (\S+)$/.exec(instructions[start]!.text)?.[1] ?? "",
    instructions: instructions.slice(start + 1, starts[index + 1]),
  }));
}

/**
 * Builds a stage in folders instead of a container: `/app` is `app` below the given root.
 *
 * @throws {Error} for an unknown instruction, and if a command fails
 */
export async function buildStage(
  { instructions }: Stage,
  { root, from }: BuildOptions,
): Promise<BuiltStage> {
  let cwd = root;
  let env: Record<string, string> = {};
  const commands: Record<string, string[]> = { ENTRYPOINT: [], CMD: [], HEALTHCHECK: [] };
  const inside = (text: string) =>
    text.replaceAll(/(?<=^|[\s=])\/(?=app\b|data\b)/g, join(root, "/"));
  const toCommand = ([program, ...args]: readonly string[]): ImageCommand => ({
    program: program!,
    args: args.map(inside),
    cwd,
    env,
  });

  for (const { name, text } of instructions) {
    if (name === "WORKDIR") {
      cwd = inside(text);
      await mkdir(cwd, { recursive: true });
    } else if (name === "RUN") {
      await runShell(inside(text), cwd);
    } else if (name === "COPY") {
      await copy(text, { cwd, inside, from });
    } else if (name === "ENV") {
      env = Object.fromEntries(text.split(" ").map((pair) => inside(pair).split("=", 2)));
    } else if (name in commands) {
      commands[name] = JSON.parse(text.slice(text.indexOf("[")));
    } else if (!/^(USER|VOLUME|EXPOSE)$/.test(name)) {
      throw new Error(`Cannot do ${name} of the Dockerfile`);
    }
  }
  return {
    start: toCommand([...commands.ENTRYPOINT!, ...commands.CMD!]),
    healthCheck: toCommand(commands.HEALTHCHECK!),
  };
}

/** Returns the environment of the image's processes, with a program `node`. */
export function imageEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  return {
    HOME: process.env.HOME!,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    ...env,
  };
}

async function runShell(command: string, cwd: string): Promise<void> {
  // The user "node" exists only in the base image.
  const script = command.replace(" --owner=node --group=node", "");
  await run("sh", ["-c", script], { cwd, env: imageEnvironment({}) });
}

interface CopyOptions extends Pick<BuildOptions, "from"> {
  readonly cwd: string;
  inside(text: string): string;
}

/** Copies a folder's content into the target, and a file under its name. */
async function copy(text: string, { cwd, inside, from }: CopyOptions): Promise<void> {
  const [, stage, paths] = /^(?:--from=(\S+) )?(.*)$/.exec(text)!;
  const words = paths!.split(" ");
  const target = words.pop()!;
  const place = target.startsWith("/") ? inside(target) : join(cwd, target);
  const options = { recursive: true, verbatimSymlinks: true };
  if (!stage) {
    for (const name of await contextFiles(words)) {
      await cp(join(ROOT, name), join(place, name), options);
    }
    return;
  }
  for (const word of words) {
    const source = join(from!(stage), word);
    const isFolder = (await stat(source)).isDirectory();
    await cp(source, isFolder ? place : join(place, basename(word)), options);
  }
}

/** Returns the requested names, or for a dot everything that .dockerignore lets through. */
async function contextFiles(names: readonly string[]): Promise<readonly string[]> {
  const text = await readFile(join(ROOT, ".dockerignore"), "utf8");
  const allowed = Array.from(text.matchAll(/^!(.+)$/gm), ([, name]) => name!);
  const hidden = names.find((name) => name !== "." && !allowed.includes(name));
  if (hidden) throw new Error(`.dockerignore hides ${hidden}`);
  return names.includes(".") ? allowed : names;
}
