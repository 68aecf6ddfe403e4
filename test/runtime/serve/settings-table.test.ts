import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { defaultOf } from "../../../runtime/cli/command-settings.ts";
import { serveCommand } from "../../../runtime/cli/serve-command.ts";
import { readSettings } from "../../../runtime/serve/read-settings.ts";
import {
  SETTING_KEYS,
  SETTINGS,
  type Setting,
  type SettingKey,
} from "../../../runtime/serve/settings.ts";
import { ROOT } from "../../support/command.ts";

/** Flag, variable, key and default of a setting, as on the pages. */
function rowOf(key: SettingKey): string[] {
  const { flag = "", variable, isSecret }: Setting = SETTINGS[key];
  const [name = "", value] = flag.split(" ");
  const isSwitch = name !== "" && value === undefined;
  const on = name.startsWith("--no-") ? 0 : 1;
  return [name, isSwitch ? `${variable}=${on}` : variable, isSecret ? "" : key, defaultOf(key)];
}

function readPage(page: string): Promise<string> {
  return readFile(join(ROOT, "content", page), "utf8");
}

/**
 * The rows of a page's table of settings, without the description of the setting and code marks.
 */
async function tableOf(page: string): Promise<string[][]> {
  const text = await readPage(page);
  const [, rows] = /^\| Setting \| Flag \|.*\n.*\n((?:\|.*\n)+)/m.exec(text)!;
  return rows!
    .trimEnd()
    .split("\n")
    .map((row) => {
      const cells = row.split("|").map((cell) => cell.trim().replaceAll("`", ""));
      return cells.slice(2, -1);
    });
}

it("The page of settings has every setting, as docgate reads it", async () => {
  expect(await tableOf("operate/settings.md")).toEqual(SETTING_KEYS.map(rowOf));
});

it("The first page about serving has some of them, as docgate reads them", async () => {
  const all = SETTING_KEYS.map(rowOf);
  for (const row of await tableOf("onboarding/serve.md")) expect(all).toContainEqual(row);
});

it("The page of the command line has the flags of docgate serve and their defaults", async () => {
  const page = await readPage("tooling/command-line.md");
  const flags = SETTING_KEYS.map((key): [Setting, string] => [SETTINGS[key], defaultOf(key)]);
  for (const [{ flag }, text] of flags.filter(([setting]) => setting.flag)) {
    expect(page.replaceAll("`", "")).toContain(`| ${flag} | ${text} |`);
  }
});

it("The page of the configuration shows every setting that it may hold, with a good value", async () => {
  const page = await readPage("tooling/configuration.md");
  const [, json] = /^## serve\n.*?```json\n(.*?)```/ms.exec(page)!;
  const { serve } = JSON.parse(json!);
  const keys = SETTING_KEYS.filter((key) => !(SETTINGS[key] as Setting).isSecret);
  expect(Object.keys(serve).sort()).toEqual(keys.sort());
  expect(readSettings({ file: { name: "page", serve } }).problems).toEqual([]);
});

it("docgate serve --help lists every setting, its default and its sources", () => {
  const written: string[] = [];
  const command = serveCommand({ loadSettingsFile: async () => null, version: "1.0.0" });
  const writeOut = (text: string) => void written.push(text);
  command.configureOutput({ writeOut, getOutHelpWidth: () => 1000 }).outputHelp();
  const lines = written.join("").split("\n");
  for (const key of SETTING_KEYS) {
    const { flag, variable }: Setting = SETTINGS[key];
    const line = lines.find((one) => new RegExp(`\\b${variable}\\b`).test(one));
    expect(line).toContain(`(default: ${defaultOf(key)}`);
    expect(line).toContain(flag ?? variable);
  }
});
