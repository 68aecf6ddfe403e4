import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
import { loadDocs } from "../../../corpus/read/read-docs.ts";
import type { Redirect } from "../../../corpus/schema.ts";
import { printable } from "../../../corpus/text/printable.ts";
import { encodeBase, idOf } from "../../../corpus/text/slug.ts";
import { replaceFile } from "../../../corpus/write/replace-file.ts";
import { diffCorpora } from "../../changes/diff.ts";
import { propose } from "../../changes/redirects/coverage.ts";
import { HOSTS, type Host } from "../../changes/redirects/hosts/hosts.ts";
import { printHtml } from "../../changes/redirects/hosts/html.ts";
import type { Ledger } from "../../changes/redirects/ledger.ts";
import { formatLedger, formatRedirect, readLedger } from "../../changes/redirects/ledger-file.ts";
import { printLedger } from "../../changes/redirects/printed.ts";
import type { Config } from "../../config/config.ts";
import { collect } from "../../read/collect.ts";
import { selectionOf } from "../../read/read-tree.ts";
import { loadSite } from "../../sites/load-site.ts";
import { requireDocsRoot } from "../docs-root.ts";
import { print, say } from "../output.ts";
import { plural } from "../report/numbers.ts";
import { describeUncovered } from "./diff-report.ts";

interface LedgerPlace {
  readonly root: string;
  readonly config: Config;
}

interface AddOptions extends LedgerPlace {
  /** Confidence from which on a move is added. */
  readonly accept: number;
  /** True to write the ledger. */
  readonly write?: true;
}

/** Adds moves to the ledger, or prints what it would add; the rest is for a person to decide. */
export async function addMoves(
  { old, now }: { old: string; now: string },
  { accept, write, ...place }: AddOptions,
): Promise<void> {
  const [before, after] = [await loadDocs(old), await loadDocs(now)];
  const hasRoot = write || (await isFolder(place.root));
  const ledger = hasRoot ? await requireLedger(place) : null;
  if (write) refuseForeign(ledger!, place);
  const redirects =
    ledger?.entries.map(({ from, to }): Redirect => ({ from, to })) ?? after.redirects;
  const diff = diffCorpora(before, after);
  const { added, open } = propose(redirects, { before, after, diff }, { accept });
  if (write && added.length > 0) {
    const bytes = Buffer.from(formatLedger([...redirects, ...added]));
    await replaceFile(resolve(place.root, ledger!.file), bytes);
  }
  const where = write
    ? `added to ${printable(join(place.root, ledger!.file))}`
    : "not in the ledger yet";
  printPart(
    `Certain, ${where}`,
    added.map((redirect) => printable(formatRedirect(redirect))),
  );
  printPart("For you to decide", open.map(describeUncovered));
  if (added.length + open.length === 0) print("Every address that goes away has an entry.");
}

function printPart(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  print(`${title} (${lines.length})\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/** Prints the ledger for a host. */
export async function printForHost({
  root,
  config,
  format,
  out,
}: LedgerPlace & { format: Host; out: string | undefined }): Promise<void> {
  const ledger = await requireLedger({ root, config });
  refuseForeign(ledger, { root, config });
  const onSite = await loadSite({ root, config });
  const { files } = await collect(root, selectionOf(onSite));
  const ids = new Set(files.map(({ path }) => idOf(path)));
  const printed = printLedger(ledger.entries, { ids, base: encodeBase(onSite.base) });
  const { text, warnings } = HOSTS[format](printed);
  for (const warning of warnings) say(`warning: ${printable(warning)}`);
  if (out === undefined) process.stdout.write(text);
  else {
    const pages = printHtml(printed.pages);
    for (const { file, html } of pages) {
      await replaceFile(join(out, file), Buffer.from(html));
    }
    print(`${plural(pages.length, "page")} written to ${printable(out)}`);
  }
}

/** @throws {DocgateError} `setting` if the docs root or its ledger cannot be used */
async function requireLedger({ root, config }: LedgerPlace): Promise<Ledger> {
  await requireDocsRoot(root, process.cwd());
  const ledger = await readLedger(root, config);
  const [problem] = ledger.problems;
  if (problem === undefined) return ledger;
  const { file, line, column, message } = problem;
  throw new DocgateError("setting", `${join(root, file)}:${line}:${column} ${message}.`);
}

/** @throws {DocgateError} `setting` if there is no ledger, or another program's file in its place */
function refuseForeign({ file, isForeign }: Ledger, { root, config }: LedgerPlace): void {
  const remedy = 'Name the file of the ledger with "redirects" in the configuration';
  if (config.redirects === false) {
    throw new DocgateError(
      "setting",
      `There is no ledger, because "redirects" is false in the configuration. ${remedy}.`,
    );
  }
  if (!isForeign) return;
  throw new DocgateError(
    "setting",
    `"${join(root, file)}" is not a ledger of redirects, because it is not an object with "version": it belongs to another program. ${remedy}, for example "redirects": "ledger.json".`,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
