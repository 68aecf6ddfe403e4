import { mkdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Goal, PartResults } from "../results.ts";
import { table } from "../support/measure.ts";
import { CHECKERS, type Report } from "./tools.ts";
import { type Mistake, writeMistakes } from "./tree.ts";

const WORDS = `A tree with one page for each mistake, next to pages in which nothing is wrong though some of it
looks so: code, comments, headings of one text, ids in HTML, text directives, footnotes. All follow GitHub's rule of
anchors. A mistake is seen if a program reports its line; a program that tells no lines, if it reports the
page. Everything else that it reports is false.

- docgate runs with \`--online\`, which asks the one other host, a server of the benchmark, and with
  \`missing-alt\` on.
- rumdl and markdownlint-cli2 run their rules for links, references and images: MD011, MD042, MD045, MD051,
  MD052, MD053, and MD057 of rumdl. Their rules of style, which docgate does not have, are off.
- remark-validate-links runs with remark-frontmatter.
- markdown-link-check runs once for each page, because it reads one at a time.
- lychee is not on npm and was not compared.`;

interface Outcome {
  readonly name: string;
  readonly seen: ReadonlySet<Mistake>;
  readonly isFalse: readonly Report[];
}

/** Lets each program check a tree with one of each mistake, and compares what they see. */
export async function benchCheckers(work: string): Promise<PartResults> {
  const folder = join(work, "checkers");
  const root = join(folder, "outer/tree");
  await rm(folder, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  const server = createServer(({ url }, answer) => {
    answer.writeHead(url === "/alive" ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const mistakes = await writeMistakes(root, `http://127.0.0.1:${port}`);
    const outcomes: Outcome[] = [];
    for (const { name, check } of CHECKERS) {
      outcomes.push({ name, ...judge(await check(root, folder), mistakes) });
    }
    return {
      text: `${WORDS}\n\n${describe(outcomes, mistakes)}`,
      goals: goalsOf(outcomes, mistakes),
    };
  } finally {
    server.close();
  }
}

function judge(
  reports: readonly Report[],
  mistakes: readonly Mistake[],
): Pick<Outcome, "seen" | "isFalse"> {
  const mistakeAt = ({ file, line }: Report) =>
    mistakes.find((each) => each.file === file && (line === null || each.lines.includes(line)));
  const seen = new Set(reports.flatMap((report) => mistakeAt(report) ?? []));
  return { seen, isFalse: reports.filter((report) => mistakeAt(report) === undefined) };
}

function describe(outcomes: readonly Outcome[], mistakes: readonly Mistake[]): string {
  const rows = mistakes.map((mistake) => [
    mistake.name,
    ...outcomes.map(({ seen }) => (seen.has(mistake) ? "yes" : "–")),
  ]);
  const count = (of: (outcome: Outcome) => string) => outcomes.map(of);
  return table(
    ["mistake", ...outcomes.map(({ name }) => name)],
    [
      ...rows,
      ["**seen**", ...count(({ seen }) => `${seen.size} of ${mistakes.length}`)],
      ["**missed**", ...count(({ seen }) => String(mistakes.length - seen.size))],
      ["**false**", ...count(({ isFalse }) => describeFalse(isFalse))],
    ],
  );
}

/** Returns the number of reports, and where they are. */
function describeFalse(reports: readonly Report[]): string {
  const places = reports.map(({ file, line }) => (line === null ? file : `${file}:${line}`));
  return places.length === 0 ? "0" : `${places.length}: ${places.join(", ")}`;
}

function goalsOf([docgate, ...peers]: readonly Outcome[], mistakes: readonly Mistake[]): Goal[] {
  const { seen, isFalse } = docgate!;
  const best = peers.toSorted((left, right) => right.seen.size - left.seen.size)[0]!;
  const least = peers.toSorted((left, right) => left.isFalse.length - right.isFalse.length)[0]!;
  return [
    {
      goal: "one of each mistake: docgate sees all",
      figure: `${seen.size} of ${mistakes.length}`,
      peer: `${best.name} ${best.seen.size}`,
      ratio: "",
      isMet: seen.size === mistakes.length,
    },
    {
      goal: "one of each mistake: docgate reports nothing that is right",
      figure: String(isFalse.length),
      peer: `${least.name} ${least.isFalse.length}`,
      ratio: "",
      isMet: isFalse.length === 0,
    },
  ];
}
