import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type CommandResult, commandLine, RUNTIMES, runDocgate } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";

const DEAD_LINKS = Array.from({ length: 2000 }, (_, number) => `[x](gone-${number}.md)\n`);

const FILES = {
  "fine/index.md": "# Start\n",
  "broken/index.md": `# Start\n\n${DEAD_LINKS.join("\n")}`,
  "warned/index.md": "# Start\n\n[x](gone.md)\n",
};

interface Case {
  readonly args: readonly string[];
  readonly code: number;
  /** The file that the command writes. */
  readonly written?: string;
}

const CASES: readonly Case[] = [
  { args: ["--help"], code: 0 },
  { args: ["serve", "--help"], code: 0 },
  { args: ["check", "fine"], code: 0 },
  { args: ["check", "broken"], code: 1 },
  { args: ["check", "warned", "--format", "json"], code: 1 },
  { args: ["generate", "warned", "--out", "out.json", "--no-cache"], code: 0, written: "out.json" },
  { args: ["generate", "gone"], code: 2 },
  { args: ["diff", "old.json", "old.json"], code: 0 },
  { args: ["diff", "old.json", "new.json"], code: 1 },
  { args: ["export", "--records", "-", "--corpus", "broken.json"], code: 0 },
];

/** A text from commander, one line, and more lines than fit into a pipe: on both runtimes. */
const ON_BOTH = [["--help"], ["check", "fine"], ["check", "broken"]].map(String);

describe.each(RUNTIMES)("a reader that leaves, on %s", (runtime) => {
  const folder = makeSharedFolder();

  beforeAll(async () => {
    await writeTree(folder(), FILES);
    const generate = async (dir: string, out: string) => {
      const args = ["generate", dir, "--out", out, "--no-cache"];
      expect((await runDocgate(args, { cwd: folder(), runtime })).code).toBe(0);
    };
    await generate("warned", "old.json");
    await generate("broken", "broken.json");
    await writeTree(folder(), { "renamed/start.md": "# Start\n" });
    await generate("renamed", "new.json");
  });

  /** Runs a command in a pipe of the shell, and returns the command's exit status. */
  function runPiped(args: readonly string[], pipe: string): Promise<CommandResult> {
    const [program, programArgs] = commandLine(runtime, args);
    const script = `"$@" ${pipe}; exit "\${PIPESTATUS[0]}"`;
    const options = { cwd: folder(), env: { ...process.env, NO_COLOR: "1" } };
    return new Promise((resolve) => {
      const shell = ["-c", script, "bash", program, ...programArgs];
      const child = execFile("bash", shell, options, (_, stdout, stderr) =>
        resolve({ code: child.exitCode, stdout, stderr }),
      );
    });
  }

  const isTried = ({ args }: Case) =>
    runtimesOf("node").includes(runtime) || ON_BOTH.includes(String(args));

  it.each(CASES.filter(isTried))("changes nothing for $args", async ({ args, code, written }) => {
    const output = await runPiped(args, "| true");
    expect(output.code).toBe(code);
    expect(output.stderr).not.toMatch(/EPIPE|Broken pipe|\n {4}at /);
    if (written) expect(existsSync(join(folder(), written))).toBe(true);

    const messages = await runPiped(args, "2>&1 >/dev/null | true");
    expect(messages).toEqual({ code, stdout: "", stderr: "" });
  });

  it("may take the first line of many", async () => {
    const { code, stdout, stderr } = await runPiped(["check", "broken"], "| head -1");
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^broken\/index\.md:3:\d+ .*gone-0\.md.*\n$/),
      stderr: expect.stringMatching(/^2000 problems \(.*\) in 1 docs\n$/),
    });
  });
});
