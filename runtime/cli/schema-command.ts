import { Command } from "commander";
import { readCorpus } from "./read-corpus.ts";

/** The command that prints the schema of the GraphQL API. */
export function schemaCommand(): Command {
  return new Command("schema")
    .description("print the GraphQL schema of the API, in the schema definition language")
    .option("--corpus <file>", "with what the fields of this corpus add to it")
    .action(async ({ corpus }: { readonly corpus?: string }) => {
      const fields = corpus === undefined ? undefined : (await readCorpus(corpus)).meta.fields;
      // Loaded only here, because graphql takes a while.
      const { schemaText } = await import("../docs/execute/sdl.ts");
      process.stdout.write(schemaText(fields));
    });
}
