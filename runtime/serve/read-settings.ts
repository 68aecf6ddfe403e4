import { DocgateError, hasCode } from "../../corpus/error.ts";
import {
  SETTING_KEYS,
  SETTINGS,
  type Setting,
  type SettingKey,
  type Settings,
} from "./settings.ts";

/** Sources of settings, in order of precedence; a setting without any has its default. */
export interface SettingSources {
  readonly flags?: SettingFlags;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Default: no configuration file. */
  readonly file?: SettingsFile | null;
}

/** The flags of a command line, by key; a boolean for a flag without a value, a list for repeated ones. */
export type SettingFlags = {
  readonly [Key in SettingKey]?: string | boolean | readonly string[] | undefined;
};

/** The part of a configuration file that contains settings. */
export interface SettingsFile {
  /** Name for messages. */
  readonly name: string;
  /** The unchecked value of `serve`. */
  readonly serve: unknown;
}

export interface ReadSettings {
  /** A setting with an invalid value has its default. */
  readonly settings: Settings;
  /** A sentence for each invalid value, beginning with its source. */
  readonly problems: readonly string[];
}

/**
 * Reads every setting. The same parser checks a value whatever its source, even if another source
 * takes precedence.
 */
export function readSettings({ flags = {}, environment = {}, file }: SettingSources): ReadSettings {
  const { texts, problems } = file ? readFile(file) : { texts: {}, problems: [] };

  function readSetting(key: SettingKey): unknown {
    const setting: Setting = SETTINGS[key];
    const { flag = "", variable } = setting;
    // A flag that turns something off is true as long as it is not given.
    const flagged = flag.startsWith("--no-") && flags[key] === true ? undefined : flags[key];
    const given: readonly (readonly [place: string, value: SettingFlags[SettingKey]])[] = [
      [flag.split(" ", 1)[0]!, flagged],
      // An empty variable counts as not set.
      [variable, environment[variable] || undefined],
      [`${file?.name}: "serve.${key}"`, texts[key]],
    ];
    const usable = given.flatMap(([place, value]) => {
      if (value === undefined) return [];
      try {
        return [setting.parse(String(value))];
      } catch (error) {
        if (!hasCode(error, "setting")) throw error;
        problems.push(`${place}: ${error.message}`);
        return [];
      }
    });
    return [...usable, setting.default][0];
  }

  const settings = Object.fromEntries(SETTING_KEYS.map((key) => [key, readSetting(key)]));
  return { settings: settings as Settings, problems };
}

/**
 * Reads every setting, and fails on any problem.
 *
 * @throws {DocgateError} `setting`, naming each invalid value
 */
export function requireSettings(sources: SettingSources): Settings {
  const { settings, problems } = readSettings(sources);
  if (problems.length === 0) return settings;
  throw new DocgateError("setting", problems.join(" "), { lines: problems });
}

/** Reads the values of a file as texts for the parsers. */
function readFile({ name, serve = {} }: SettingsFile) {
  const texts: Partial<Record<string, string>> = {};
  const problems: string[] = [];
  if (typeof serve !== "object" || serve === null || Array.isArray(serve)) {
    return { texts, problems: [`${name}: "serve": Expected an object.`] };
  }
  for (const [key, value] of Object.entries(serve)) {
    const problem = findProblem(key, value);
    if (problem !== null) problems.push(`${name}: ${problem}`);
    else if (value !== undefined) texts[key] = String(value);
  }
  return { texts, problems };
}

/** Explains why a file may not have a value of this type at this key. */
function findProblem(key: string, value: unknown): string | null {
  if (!Object.hasOwn(SETTINGS, key)) return `Unknown key "${key}" in "serve".`;
  const setting: Setting = SETTINGS[key as SettingKey];
  if (setting.isSecret) {
    return `"serve.${key}": This setting is secret. Set ${setting.variable} in the environment.`;
  }
  if (value === undefined) return null;
  if (Array.isArray(setting.default)) {
    const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
    return isList || typeof value === "string"
      ? null
      : `"serve.${key}": Expected a list of strings.`;
  }
  const type = typeof (setting.default ?? "");
  if (typeof value === type) return null;
  return `"serve.${key}": Expected a value of type ${type}, but got one of type ${typeof value}.`;
}
