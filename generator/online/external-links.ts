import type { Problem } from "../config/problem.ts";
import { httpUrlOf } from "../markdown/destination.ts";
import type { FoundLink } from "../markdown/links.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { readAnswers } from "./answers-file.ts";
import type { Answer } from "./ask.ts";
import { type AskAllOptions, askAll } from "./ask-all.ts";

export interface ExternalOptions extends AskAllOptions {
  /** Address of the site: links into it are links to pages. */
  readonly siteUrl: string | null;
  /** Tells whether it is known where an address leads. */
  readonly isSettled: (address: string) => boolean;
  /** Folder of the cache, which keeps answers for a day; null to keep nothing. */
  readonly cacheDir: string | null;
  /** Called before hosts are asked. */
  readonly onStart?: (count: { readonly addresses: number; readonly hosts: number }) => void;
}

/** The answers of other hosts, as problems. */
export interface ExternalReport {
  readonly problems: readonly Problem[];
  /** Addresses that could not be decided, with the reasons. */
  readonly undecided: ReadonlyMap<string, string>;
}

/** Asks other hosts for the addresses that pages link to or show. */
export async function checkExternal(
  files: readonly ParsedFile[],
  { siteUrl, isSettled, cacheDir, onStart, ...options }: ExternalOptions,
): Promise<ExternalReport> {
  const all = usesOf(files, siteUrl);
  const uses = new Map([...all].filter(([address]) => !isSettled(address)));
  const known = await readAnswers(cacheDir, options.now());
  const answers = new Map<string, Answer>();
  for (const address of uses.keys()) {
    const answer = known.get(address);
    if (answer !== null) answers.set(address, answer);
  }
  const open = [...uses.keys()].filter((address) => !answers.has(address));
  if (open.length > 0) {
    onStart?.({
      addresses: open.length,
      hosts: new Set(open.map((one) => new URL(one).host)).size,
    });
    for (const [address, answer] of withoutOffline(await askAll(open, options))) {
      answers.set(address, answer);
      known.set(address, answer);
    }
    await known.save();
  }
  const problems = [...uses].flatMap(([address, places]) => {
    const answer = answers.get(address)!;
    if (answer.kind !== "broken") return [];
    return places.map(({ file, link: { line, column, end, target } }): Problem => {
      const message = `Link to "${target}" leads nowhere: ${answer.reason}`;
      const place = { file, line, column, ...(end && { end }) };
      return { ...place, rule: "external-link", message, suggestion: null };
    });
  });
  const undecided = [...answers].flatMap(([address, answer]): [string, string][] =>
    answer.kind === "undecided" ? [[address, answer.reason]] : [],
  );
  return { problems, undecided: new Map(undecided) };
}

interface Use {
  readonly file: string;
  readonly link: FoundLink;
}

/** Names that are never hosts on the internet (RFC 2606, RFC 6761). */
const RESERVED =
  /(?:^|\.)(?:example|test|invalid|local|localhost|internal|example\.(?:com|net|org))\.?$/i;

/** Returns the addresses of other hosts, without fragments, and where each is written. */
function usesOf(files: readonly ParsedFile[], siteUrl: string | null): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  for (const { path: file, links, images } of files) {
    for (const link of [...links, ...images]) {
      const address = addressOf(link, siteUrl);
      if (address === null) continue;
      const known = uses.get(address) ?? [];
      known.push({ file, link });
      uses.set(address, known);
    }
  }
  return uses;
}

function addressOf(link: FoundLink, siteUrl: string | null): string | null {
  const url = httpUrlOf(link);
  if (url === null || RESERVED.test(url.hostname)) return null;
  url.hash = "";
  const site = siteUrl?.replace(/\/+$/, "");
  if (site !== undefined && `${url.href}/`.startsWith(`${site}/`)) return null;
  return url.href;
}

/** Without a network no name is known, which says nothing about the links. */
function withoutOffline(answers: ReadonlyMap<string, Answer>): [string, Answer][] {
  const all = [...answers];
  const named = all.filter(([address]) => isNamed(new URL(address)));
  const isOffline = named.every(([, answer]) => "isUnknownName" in answer);
  if (!isOffline) return all;
  return all.map(([address, answer]) => [address, "isUnknownName" in answer ? NO_NAME : answer]);
}

const NO_NAME: Answer = { kind: "undecided", reason: "no name of a host is known" };

function isNamed({ hostname }: URL): boolean {
  return !/^\[|^[\d.]+$/.test(hostname);
}
