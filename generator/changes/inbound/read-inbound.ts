import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
import { explainFileError } from "../../../corpus/file-error.ts";
import type { Inbound, InboundAddress } from "./check-inbound.ts";

/** A request in the common or the combined format: client, identity, user, time, request, status. */
const LOG_LINE = /^\S+ \S+ .*?\[[^\]]*\] "(?<method>[A-Z]+) (?<target>\S+)(?: [^"]*)?" \d{3} /;
const ADDRESS = /^(?:\/|https?:\/\/)\S*$/i;
const LOCATION = /<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]+?)\s*(?:\]\]>)?\s*<\/loc>/g;

/**
 * Reads the addresses of a file: a list with one on each line, a sitemap, or an access log.
 *
 * @throws {DocgateError} `file` if it cannot be read, `setting` if there is no address in it
 */
export async function readInbound(file: string, root: string): Promise<Inbound> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw explainFileError(error, { use: "read", file });
  });
  const { addresses, skipped } = parseInbound(text);
  if (addresses.length === 0) {
    throw new DocgateError(
      "setting",
      `"${file}" has no addresses: expected a list of URLs or paths, a sitemap, or an access log in the common or combined format.`,
    );
  }
  return { file: relative(root, file), addresses, skipped };
}

/** Returns each address once, without its query, with how often it stands in a text and where first. */
export function parseInbound(text: string): Pick<Inbound, "addresses" | "skipped"> {
  const found = new Map<string, { line: number; count: number }>();
  let skipped = 0;
  const add = (written: string, line: number): void => {
    const address = written.replace(/\?[^#]*/, "");
    const known = found.get(address);
    if (known) known.count++;
    else found.set(address, { line, count: 1 });
  };
  if (text.trimStart().startsWith("<")) {
    for (const { address, line } of locationsOf(text)) add(address, line);
  } else {
    for (const [index, raw] of text.split("\n").entries()) {
      const line = raw.trim();
      const request = LOG_LINE.exec(line)?.groups;
      if (request?.method === "GET" || request?.method === "HEAD") add(request.target!, index + 1);
      else if (ADDRESS.test(line)) add(line, index + 1);
      else if (line !== "" && request === undefined) skipped++;
    }
  }
  const addresses = Array.from(found, ([address, at]): InboundAddress => ({ address, ...at }));
  return { addresses, skipped };
}

/** Returns the locations of a sitemap. */
function* locationsOf(xml: string): Generator<{ address: string; line: number }> {
  let line = 1;
  let counted = 0;
  for (const match of xml.matchAll(LOCATION)) {
    for (; counted < match.index; counted++) if (xml[counted] === "\n") line++;
    yield { address: decodeEntities(match[1]!), line };
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
}
