import { domainToASCII } from "node:url";
import { DocgateError } from "../../../corpus/error.ts";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import { inOneLine } from "./one-line.ts";
import { MCP_PATH } from "./routes.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
/** Limits of the registry. */
const MAX_TITLE = 100;
const MAX_DESCRIPTION = 100;
const MAX_NAME = 200;
const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$/;

export interface ServerJsonOptions {
  /** Address of docgate for everyone. */
  readonly publicUrl: string;
  /** Name in the registry. Default: the host of the public address, reversed, and `docs`. */
  readonly name?: string | undefined;
  /** Version of docgate. */
  readonly version: string;
}

/**
 * Describes the server as the MCP registry wants it in `server.json`. The version is docgate's, with
 * the first digits of the corpus: the registry takes each version once.
 *
 * @throws {DocgateError} `setting` if the name is not one that the registry takes
 */
export function serverJson({ meta, sha256 }: Corpus, options: ServerJsonOptions): object {
  const { publicUrl, version } = options;
  const name = options.name ?? nameOf(publicUrl);
  if (!NAME.test(name) || name.length > MAX_NAME) {
    throw new DocgateError(
      "setting",
      `The name must be a reversed domain, a slash and a word, such as com.example/docs, but it is "${name}". Use --name.`,
    );
  }
  const title = inOneLine(meta.name, MAX_TITLE);
  return {
    $schema: SCHEMA,
    name,
    title,
    description: inOneLine(meta.description, MAX_DESCRIPTION) || `Documentation: ${title}`,
    version: `${version}+${sha256.slice(0, 8)}`,
    ...(meta.siteUrl !== null && { websiteUrl: meta.siteUrl }),
    remotes: [{ type: "streamable-http", url: `${publicUrl}${MCP_PATH}` }],
  };
}

function nameOf(publicUrl: string): string {
  const host = domainToASCII(new URL(publicUrl).hostname);
  return `${host.split(".").reverse().join(".")}/docs`;
}
