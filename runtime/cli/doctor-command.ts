import { Command, Option } from "commander";
import picocolors from "picocolors";
import { readSettings, type SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, settingSources, withSettings } from "./command-settings.ts";
import { print } from "./output.ts";

interface DoctorFlags extends SettingFlags {
  readonly format: "pretty" | "json";
  readonly strict?: boolean;
  readonly online?: boolean;
}

/** Creates the command that checks the requirements of `docgate serve`. */
export function doctorCommand(context: CommandContext): Command {
  return withSettings(new Command("doctor"), ["corpus", "trust", "data"])
    .description("check configuration, corpus, store, mail and keys, and suggest fixes")
    .addOption(
      new Option("--format <format>", "how to print the findings")
        .choices(["pretty", "json"])
        .default("pretty"),
    )
    .option("--strict", "exit 1 on a warning, too")
    .option("--online", "also send a request to the public address")
    .action(async ({ format, strict = false, online = false, ...flags }: DoctorFlags) => {
      const { settings, problems } = readSettings(await settingSources(flags, context));
      const { unknownVariables } = await import("./unknown-variables.ts");
      const { examine } = await import("./doctor.ts");
      const { describeFindings, renderFindings } = await import("./doctor-report.ts");
      const { platformOptions } = await import("./cli-session.ts");
      const platform = platformOptions(settings, { now: Date.now, onError: () => {} });
      const findings = await examine({
        settings,
        problems,
        warnings: unknownVariables(process.env),
        platform,
        isOnline: online,
      });
      const isColored = process.stdout.isTTY === true && picocolors.isColorSupported;
      if (format === "json") print(JSON.stringify(describeFindings(findings), null, 2));
      else print(renderFindings(findings, picocolors.createColors(isColored)));
      const isIll = ({ level }: { level: string }) =>
        level === "fail" || (strict && level === "warn");
      if (findings.some(isIll)) process.exitCode = 1;
    });
}
