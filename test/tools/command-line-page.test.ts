import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command, Option } from "commander";
import { describe, expect, it } from "vitest";
import { commandsFor } from "../../command.ts";
import { ROOT } from "../support/command.ts";

const page = readFileSync(join(ROOT, "content/tooling/command-line.md"), "utf8");
const commands = await commandsFor("", "1.0.0");

/** Returns the text below the heading of a command. */
function sectionOf(command: Command): string {
  const [, text = ""] = page.split(`\n## ${command.name()}\n`);
  return text.split(/\n## /)[0]!;
}

/** Returns a command and all below it. */
function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Returns the options that `--help` of a command shows, without that of help itself. */
function optionsOf(command: Command): Option[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long !== "--help");
}

/** Returns the first two cells of each row of the table of options in a section. */
function optionRowsOf(section: string): [flags: string, value: string][] {
  const rows = section.matchAll(/^\| `(--[^`]+)` \| ([^|]*) \|/gm);
  return Array.from(rows, ([, flags, value]) => [flags!, value!.replaceAll("`", "")]);
}

describe("the page of the command line", () => {
  it("lists the commands that docgate --help lists, and no others", () => {
    const [table] = page.split("\n## ");
    const rows = table!.matchAll(/^\| \[`([a-z-]+)/gm);

    expect(Array.from(rows, ([, name]) => name)).toEqual(commands.map((one) => one.name()));
  });

  it.each(commands.map((command) => [command.name(), command] as const))(
    "%s: has a section with its usage, which names every subcommand and every option",
    (_, command) => {
      const section = sectionOf(command);
      const all = withSubcommands(command);
      const isNamed = (words: string): boolean =>
        new RegExp(`[\`\\s|]${words}[\`\\s<]`).test(section);

      expect(section).toContain(`docgate ${command.createHelp().commandUsage(command)}\n`);
      expect(
        all
          .slice(1)
          .filter((one) => !isNamed(one.name()))
          .map((one) => one.name()),
      ).toEqual([]);
      const flags = all.flatMap(optionsOf).map(({ long }) => long!);
      expect([...new Set(flags)].filter((flag) => !isNamed(flag))).toEqual([]);
    },
  );

  it.each(commands.map((command) => [command.name(), command] as const))(
    "%s: its table has the options of --help, with their values and defaults",
    (_, command) => {
      const rows = optionRowsOf(sectionOf(command));
      const options = new Map(optionsOf(command).map((option) => [option.flags, option]));

      for (const [flags, value] of rows) {
        const option = options.get(flags);
        expect(option, flags).toBeDefined();
        const { defaultValue } = option!;
        const isShown = ["string", "number"].includes(typeof defaultValue);
        if (isShown && option!.defaultValueDescription === undefined) {
          expect(value, flags).toBe(String(defaultValue));
        }
      }
      if (rows.length > 0)
        expect(rows.map(([flags]) => flags).sort()).toEqual([...options.keys()].sort());
    },
  );

  it("names no option that no command has, but one of Deno's", () => {
    const all = commands.flatMap(withSubcommands).flatMap(optionsOf);
    const known = new Set(all.map(({ long }) => long!));
    const named = new Set([...page.matchAll(/`(--[a-z-]+)/g)].map(([, flag]) => flag!));

    expect([...named.difference(known)].sort()).toEqual(["--allow-ffi", "--help"]);
  });
});
