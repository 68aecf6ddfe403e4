import { Command } from "commander";

/** The command that prints the schema of the GraphQL API. */
export function schemaCommand(): Command {
  return new Command("schema")
    .description("print the GraphQL schema of the API, in the schema definition language")
    .action(async () => {
      // Loaded only here, because graphql takes a while.
      const { schemaText } = await import("../docs/execute/sdl.ts");
      process.stdout.write(schemaText());
    });
}
