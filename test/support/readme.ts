import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./command.ts";

/** The commands and the configuration that the README gives to users with their own docs. */
export interface OwnDocsSteps {
  readonly install: string;
  readonly check: string;
  readonly generate: string;
  readonly serve: string;
  /** The text of `docgate.config.ts`. */
  readonly configuration: string;
}

/** Reads the section "Use it for your own docs" of the README. */
export async function readOwnDocsSteps(): Promise<OwnDocsSteps> {
  const text = await readFile(join(ROOT, "README.md"), "utf8");
  const [, part] = text.split(/^## Use it for your own docs$/m);
  const [, shell] = /^```sh\n(.*?)^```$/ms.exec(part!)!;
  const [, configuration] = /`docgate\.config\.ts`:\n\n```ts\n(.*?)^```$/ms.exec(part!)!;
  const [install, check, generate, serve, ...rest] = shell!.trim().split("\n");
  if (rest.length > 0) throw new Error(`The README has more steps than expected: ${rest}`);
  return {
    install: install!,
    check: check!,
    generate: generate!,
    serve: serve!,
    configuration: configuration!,
  };
}

/** A GraphQL request in the README, and the answer that is printed below it. */
export interface ReadmeQuery {
  readonly body: string;
  readonly answer: unknown;
}

/** Reads every request to `/graphql` in the README. */
export async function readQueries(): Promise<ReadmeQuery[]> {
  const text = await readFile(join(ROOT, "README.md"), "utf8");
  const blocks = text.matchAll(/^ {2}-d '(\{[^\n]*\})'\n```\n\n```json\n(.*?)^```$/gms);
  return Array.from(blocks, ([, body, answer]) => ({ body: body!, answer: JSON.parse(answer!) }));
}
