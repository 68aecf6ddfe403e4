/** Declares the settings that each command accepts, and reads them. */

import { type AddHelpTextContext, type Command, Option } from "commander";
import {
  requireSettings,
  type SettingFlags,
  type SettingSources,
  type SettingsFile,
} from "../serve/read-settings.ts";
import {
  SETTING_KEYS,
  SETTINGS,
  type Setting,
  type SettingKey,
  type Settings,
} from "../serve/settings.ts";

/** Passed to every command. */
export interface CommandContext {
  /** @returns null if there is no configuration file */
  readonly loadSettingsFile: () => Promise<SettingsFile | null>;
  /** Version of docgate. */
  readonly version: string;
}

/** Gathers all sources of a command's settings. */
export async function settingSources(
  flags: SettingFlags,
  { loadSettingsFile }: CommandContext,
): Promise<SettingSources> {
  return { flags, environment: process.env, file: await loadSettingsFile() };
}

/**
 * Reads the settings of a command.
 *
 * @throws {DocgateError} `setting`, naming each value that cannot be used
 */
export async function loadSettings(
  flags: SettingFlags,
  context: CommandContext,
): Promise<Settings> {
  return requireSettings(await settingSources(flags, context));
}

/** Adds the flags of some settings to a command. Default: of all settings that have a flag. */
export function withSettings(
  command: Command,
  keys: readonly SettingKey[] = keysOf(({ flag }) => flag !== undefined),
): Command {
  for (const key of keys) {
    const setting: Setting = SETTINGS[key];
    const isList = Array.isArray(setting.default);
    const hint = `(default: ${defaultOf(key)}, env: ${setting.variable}${isList ? "; repeatable" : ""})`;
    const option = new Option(setting.flag!, `${setting.help} ${hint}`);
    command.addOption(isList ? option.argParser(addToList) : option);
  }
  return command;
}

function addToList(value: string, others: readonly string[] = []): readonly string[] {
  return [...others, value];
}

/** Describes the settings without a flag. */
export function settingsHelp({ command }: AddHelpTextContext): string {
  const help = command.createHelp();
  help.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() ?? 80 });
  const width = Math.max(...Object.values(SETTINGS).map(({ variable }) => variable.length));

  function list(keys: readonly SettingKey[]): string {
    const lines = keys.map((key) => {
      const setting: Setting = SETTINGS[key];
      const description = `${setting.help} (default: ${defaultOf(key)})`;
      return help.formatItem(setting.variable, width, description, help);
    });
    return lines.join("\n");
  }

  return `
A setting comes from its flag, then from the environment, then from "serve" in
the configuration file; otherwise it has its default. Settings without a flag:
${list(keysOf(({ flag, isSecret }) => !flag && !isSecret))}

Secret settings, from the environment alone:
${list(keysOf(({ isSecret }) => isSecret === true))}`;
}

/** Returns the default of a setting in words. */
export function defaultOf(key: SettingKey): string {
  const setting: Setting = SETTINGS[key];
  return setting.defaultText ?? String(setting.default);
}

function keysOf(isMeant: (setting: Setting) => boolean): SettingKey[] {
  return SETTING_KEYS.filter((key) => isMeant(SETTINGS[key]));
}
