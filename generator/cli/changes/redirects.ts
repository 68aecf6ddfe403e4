import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
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
import { type PrintedLedger, printLedger } from "../../changes/redirects/printed.ts";
import { siteAddresses } from "../../changes/redirects/printed-addresses.ts";
import type { Config } from "../../config/config.ts";
import { checkTree } from "../../generate.ts";
import { parseAllowance } from "../../online/reachable.ts";
import { type FailedRedirect, testRedirects } from "../../online/test-redirects.ts";
import { collect } from "../../read/collect.ts";
import { selectionOf } from "../../read/read-tree.ts";
import { loadSite } from "../../sites/load-site.ts";
import { requireDocsRoot } from "../docs-root.ts";
import { DEFAULT_CACHE } from "../options.ts";
import { print, say } from "../output.ts";
import { plural } from "../report/numbers.ts";
import { runPipeline } from "../run-pipeline.ts";
import { describeUncovered } from "./diff-report.ts";
import type { Side } from "./sides.ts";

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
  { before, after }: { readonly before: Side; readonly after: Side },
  { accept, write, ...place }: AddOptions,
): Promise<void> {
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
  const printed = await printedLedger({ root, config });
  const { text, warnings } = HOSTS[format](printed);
  for (const warning of warnings) say(`warning: ${printable(warning)}`);
  if (out === undefined) process.stdout.write(text);
  else {
    const pages = printHtml([...printed.pages, ...printed.inFolders]);
    for (const { file, html } of pages) {
      await replaceFile(join(out, file), Buffer.from(html));
    }
    print(`${plural(pages.length, "page")} written to ${printable(out)}`);
  }
}

/** Returns the ledger in the addresses that readers have. */
async function printedLedger({ root, config }: LedgerPlace): Promise<PrintedLedger> {
  const ledger = await requireLedger({ root, config });
  refuseForeign(ledger, { root, config });
  const onSite = await loadSite({ root, config });
  const { site } = onSite;
  const base = encodeBase(onSite.base);
  if (site.isDocument) {
    const { files } = await collect(root, selectionOf(onSite));
    return printLedger(ledger.entries, { ids: new Set(files.map(({ path }) => idOf(path))), base });
  }
  // The frontmatter of pages may say their addresses.
  const options = { cache: true, cacheDir: DEFAULT_CACHE, parser: "auto" } as const;
  const { sources } = await runPipeline(
    root,
    { ...options, loadConfig: async () => config },
    checkTree,
  );
  const slugs = new Map(sources.files.map((file) => [idOf(file.path), site.slugOf(file)]));
  const slugFor = (id: string) =>
    site.slugOf({ path: `${id}.md`, title: "", hasFrontmatter: false, facts: {} });
  const addresses = siteAddresses({ slugs, slugFor });
  return printLedger(ledger.entries, { ids: new Set(slugs.keys()), base, addresses });
}

interface TestPlace extends LedgerPlace {
  /** Address of the deployed site. */
  readonly site: string;
  readonly allowPrivate?: readonly string[] | undefined;
  readonly version: string;
}

/** Asks a deployed site for each entry of the ledger. @returns true if it answers as it should */
export async function testOnSite({
  site,
  allowPrivate = [],
  version,
  ...place
}: TestPlace): Promise<boolean> {
  const { pages, inFolders } = await printedLedger(place);
  const expected = [...pages, ...inFolders];
  const failed = await testRedirects(expected, {
    site: requireSite(site),
    allow: parseAllowance(allowPrivate),
    userAgent: `docgate/${version}`,
  });
  const describe = ({ from, to, outcome }: FailedRedirect): string =>
    printable(`${from} → ${to ?? "gone"}: ${outcome}`);
  const [undecided, wrong] = [true, false].map((is) =>
    failed.filter(({ isUndecided }) => isUndecided === is),
  );
  printPart("Not as in the ledger", wrong!.map(describe));
  printPart("Not tested", undecided!.map(describe));
  const right = expected.length - failed.length;
  say(`${plural(right, "redirect")} of ${expected.length} answered as in the ledger`);
  return wrong!.length === 0;
}

/** @throws {DocgateError} `setting` if it is not the address of a site */
function requireSite(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return `${url.origin}${url.pathname}`;
  throw new DocgateError(
    "setting",
    `--test ${text}: expected the address of a site, such as https://docs.acme.example.`,
  );
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
