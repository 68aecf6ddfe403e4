import { Command, InvalidArgumentError } from "commander";
import type { SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "./command-settings.ts";

interface AuditFlags extends SettingFlags {
  readonly org?: string;
}

interface ExportFlags extends AuditFlags {
  readonly since?: string;
}

const ORGANIZATION = ["--org <name>", "only the log of this organization"] as const;

/** Creates the commands that verify and export the audit log. */
export function auditCommand(context: CommandContext): Command {
  const audit = new Command("audit").description(
    "verify or export the log of what administrators did; also while docgate serves",
  );

  withSettings(audit.command("verify"), ["data"])
    .description("tell whether an entry is missing or changed, and since when")
    .argument("[export]", "an earlier export, whose entries must still be there")
    .option(...ORGANIZATION)
    .addHelpText("after", "\nExit status: 1 when an entry is missing or changed, 0 otherwise.")
    .action(async (file: string | undefined, { org, ...flags }: AuditFlags) => {
      const settings = await loadSettings(flags, context);
      // Imported only here, because the store's libraries take time to load.
      const { printVerification } = await import("./audit.ts");
      if (!(await printVerification(settings, { org, file }))) process.exitCode = 1;
    });

  withSettings(audit.command("export"), ["data"])
    .description("print the log as lines of JSON, oldest first")
    .option(...ORGANIZATION)
    .option("--since <time>", "only entries from this day or time on, in UTC", parseTime)
    .action(async ({ org, since, ...flags }: ExportFlags) => {
      const settings = await loadSettings(flags, context);
      const { printExport } = await import("./audit.ts");
      await printExport(settings, { org, since });
    });

  return audit;
}

/** Converts `2026-11-22` or `2026-11-22T10:00:00Z` to the form of the store. */
function parseTime(text: string): string {
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.test(text);
  const time = new Date(text);
  if (isTime && !Number.isNaN(time.getTime())) return time.toISOString();
  throw new InvalidArgumentError("Expected a day such as 2026-11-22, or 2026-11-22T10:00:00Z.");
}
