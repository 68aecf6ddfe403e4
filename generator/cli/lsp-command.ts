import { availableParallelism } from "node:os";
import { Command } from "commander";
import type { GeneratorContext } from "./options.ts";

/** Creates `docgate lsp`. */
export function lspCommand({ version }: GeneratorContext): Command {
  return new Command("lsp")
    .description("answer an editor as a language server, over standard input and output")
    .option("--stdio", "use standard input and output, which is the only way")
    .action(async () => {
      const { createConnection, ProposedFeatures } = await import("vscode-languageserver/node");
      const { startServer } = await import("../lsp/server.ts");
      const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
      startServer(connection, { version, jobs: availableParallelism(), folder: process.cwd() });
    });
}
