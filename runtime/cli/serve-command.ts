import { Command } from "commander";
import { DocgateError, describeError, EXIT_STATUS } from "../../corpus/error.ts";
import { readTraceSettings } from "../observe/trace-settings.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import {
  type CommandContext,
  loadSettings,
  settingsHelp,
  withSettings,
} from "./command-settings.ts";

const TRACES_HELP = `
Traces are sent to the endpoint in OTEL_EXPORTER_OTLP_ENDPOINT or
OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, by OTLP over HTTP; OpenTelemetry's
other variables apply too.`;

interface ServeFlags extends SettingFlags {
  readonly partner: boolean;
  readonly reload: boolean;
}

/** Creates the command that serves a corpus and the partner chain until SIGINT or SIGTERM. */
export function serveCommand(context: CommandContext): Command {
  const { version } = context;
  return withSettings(new Command("serve"))
    .description("serve a corpus (GraphQL, explorer, link graph) and the partner chain")
    .option("--no-partner", "serve documents only")
    .option("--no-reload", "do not load a replaced corpus file")
    .addHelpText("after", settingsHelp)
    .addHelpText("after", TRACES_HELP)
    .action(async ({ reload, partner, ...flags }: ServeFlags) => {
      const settings = await loadSettings(flags, context);
      // Imported only here, because the server's libraries take time to load.
      const { serve } = await import("../serve/main.ts");
      // OpenTelemetry defines these variables: an unsupported value is a warning, not an error.
      const traces = readTraceSettings(process.env);
      const { unknownVariables } = await import("./unknown-variables.ts");
      const warnings = unknownVariables(process.env);
      try {
        await serve(settings, { reload, partner, version, traces, warnings });
      } catch (error) {
        if (settings.logFormat !== "json" || !(error instanceof DocgateError)) throw error;
        const { logLine } = await import("../observe/log.ts");
        // Programs collect the log: its last line has the form of the others.
        const { format, level, now } = { format: "json", level: "error", now: Date.now } as const;
        process.stderr.write(`${logLine(describeError(error), { format, level, now })}\n`);
        process.exitCode = EXIT_STATUS[error.code];
      }
    });
}
