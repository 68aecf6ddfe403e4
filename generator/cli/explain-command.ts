import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import type { RuleName } from "../config/rules.ts";
import { print, resultTerminal } from "./output.ts";
import type { Terminal } from "./report/terminal.ts";
import { parseRule } from "./rule-argument.ts";

/** Creates `docgate explain`. */
export function explainCommand(): Command {
  return new Command("explain")
    .description("print the page of a rule: what it reports, and how to fix it")
    .argument("<rule>", "the name of a rule, such as broken-link")
    .action(async (name: string) => {
      const rule = parseRule(name);
      const section = sectionOf(await readFile(rulesPage(), "utf8"), rule);
      const terminal = resultTerminal();
      print(terminal === null ? section : forTerminal(section, terminal));
    });
}

/** Returns the path of the page of rules, in a checkout and in the package. */
function rulesPage(): string {
  const root = import.meta.url.endsWith(".ts") ? "../../" : "../../../";
  return fileURLToPath(new URL(`${root}content/tooling/rules.md`, import.meta.url));
}

/** Returns the part of the page about a rule, which begins with its heading. */
function sectionOf(page: string, rule: RuleName): string {
  const [, section = ""] = page.split(`\n## ${rule}\n`);
  const [text = ""] = section.split(/\n## /);
  return `## ${rule}\n${text.trimEnd()}`;
}

/** Renders Markdown as text: links without their addresses, names in colour, blocks of code indented. */
function forTerminal(markdown: string, { colors }: Terminal): string {
  let isCode = false;
  return markdown
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("```")) {
        isCode = !isCode;
        return [];
      }
      if (isCode) return [colors.dim(`  ${line}`)];
      if (line.startsWith("## ")) return [colors.bold(line.slice("## ".length))];
      return [
        line
          .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
          .replace(/\*\*([^*]+)\*\*/g, (_, text: string) => colors.bold(text))
          .replace(/`([^`]+)`/g, (_, text: string) => colors.cyan(text)),
      ];
    })
    .join("\n");
}
