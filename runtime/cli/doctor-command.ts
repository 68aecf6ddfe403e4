import { Command } from "commander";
import { readSettings, type SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, settingSources, withSettings } from "./command-settings.ts";
import { print } from "./output.ts";

/** Creates the command that checks the requirements of `docgate serve`. */
export function doctorCommand(context: CommandContext): Command {
  return withSettings(new Command("doctor"), ["corpus", "trust", "data"])
    .description("check configuration, corpus, store, mail and keys, and suggest fixes")
    .action(async (flags: SettingFlags) => {
      const { settings, problems } = readSettings(await settingSources(flags, context));
      const { examine } = await import("./doctor.ts");
      const { platformOptions } = await import("./cli-session.ts");
      const platform = platformOptions(settings, { now: Date.now, onError: () => {} });
      const findings = await examine({ settings, problems, platform });
      for (const { level, what, message } of findings) {
        print(`${level.padEnd(4)}  ${what}: ${message}`);
      }
      if (findings.some(({ level }) => level === "fail")) process.exitCode = 1;
    });
}
