import { cpuUsage } from "node:process";
import { describe, expect, it } from "vitest";
import type { ParserName } from "../../generator/config/generation.ts";
import { createVocabulary } from "../../generator/index/vocabulary.ts";
import { readAll } from "../../generator/read/pool.ts";
import { HOSTILE_PAGES } from "../support/hostile-pages.ts";
import { PAGE_SETTINGS } from "../support/page-settings.ts";
import { makeTree } from "../support/tree.ts";

/** How long pages are generated, in minutes; the environment can shorten it. */
const MINUTES = Number(process.env.DOCGATE_FUZZ_MINUTES ?? 60);

const MAX_LENGTH = 200_000;
const PARSERS: readonly ParserName[] = ["auto", "remark"];

/** The budgets of a page: as it is, as text, and without its frontmatter; and starting threads. */
const MAX_SECONDS = 36;

/** A page that takes less is too quick to tell its growth from chance. */
const NOTICED_SECONDS = 1;

/** Twice the length takes four times as long if each mark is compared with each other. */
const MAX_GROWTH = 4.5;

/** Pieces of pages: openings, their ends, text, lines and their prefixes. */
const PIECES: readonly string[] = [
  ..."*_`[]()<>!&\\#-+=~:|\"'{}/?",
  ...["**", "__", "***", "``", "![", "](", "](<b", "](b", '](b "', "][", "]:", "[[", "]]", "[[a|"],
  ...[
    "<?",
    "<!A",
    "<![CDATA[",
    "<!--",
    "-->",
    "<a",
    "<a ",
    "</a>",
    '<a b="',
    "<a b='",
    "<a:",
    "<a@",
  ],
  ...["&amp;", "&#35;", "&#x301;", "&", "\\*", "\\_", "\\[", "\\\\", "\\\n", "  \n", "\t", "    "],
  ...[
    "\n> ",
    "\n>",
    "\n- ",
    "\n  - ",
    "\n    - ",
    "\n1. ",
    "\n2) ",
    "\n+\n",
    "\n-\n",
    "\n=\n",
    "\n---\n",
  ],
  ...[
    "\n# ",
    "\n###### ",
    " #",
    " {#a}",
    " {/*a*/}",
    "\n```\n",
    "\n~~~\n",
    "\n<div>\n",
    "\n<pre>\n",
  ],
  ...["\n", "\n\n", "\r\n", "\r", " ", "a", "a b", "word ", "http://a.b", "a.b@c.d", "1", "1."],
  ...["中", "é", "e\u0301", "\u0316\u0301", "😀", "¡", "ı", "\u00a0", "\u2028", "\0", "\ufeff"],
];

const YAML_PIECES: readonly string[] = [
  ..."[]{},:-?&*!|>'\"#%@`~",
  ...[
    "a: ",
    "- ",
    "? ",
    "\n",
    "\n  ",
    "\n- ",
    "\na: ",
    "&a ",
    "*a",
    "*a,",
    "!a ",
    "<<: *a",
    "1.",
    "1/",
  ],
  ...["a", "word ", "true", "2026-01-01", "\\n", "é", "\t", "...", "{a: 1}", "[a, b]"],
];

/** A linear congruential generator: a seed gives the same page everywhere. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Repeats a few pieces, perhaps in mirrored halves, perhaps behind a prefix or frontmatter. */
function pageFrom(seed: number): (length: number) => string {
  const random = randomFrom(seed);
  const pick = (pieces: readonly string[]): string => pieces[random(pieces.length)]!;
  const some = (pieces: readonly string[]): string =>
    Array.from({ length: 1 + random(5) }, () => pick(pieces)).join("");
  const prefix = random(3) === 0 ? some(PIECES) : "";
  const [unit, end] = [some(PIECES), some(PIECES)];
  const yaml = random(5) === 0 ? some(YAML_PIECES) : null;
  const isMirrored = random(4) === 0;
  return (length) => {
    if (yaml !== null) return `---\na: ${yaml.repeat(Math.ceil(length / yaml.length))}\n---\n`;
    if (!isMirrored) return prefix + unit.repeat(Math.ceil(length / unit.length));
    const half = Math.ceil(length / (unit.length + end.length));
    return prefix + unit.repeat(half) + end.repeat(half);
  };
}

/**
 * Reads a page as a build does. @returns the CPU time in seconds, and the rule that it breaks, if
 * any
 */
async function read(text: string, parser: ParserName): Promise<{ seconds: number; rule?: string }> {
  const root = await makeTree({ "a.md": text });
  const start = cpuUsage();
  const [answer] = await readAll([{ path: "a.md", location: `${root}/a.md` }], {
    ...PAGE_SETTINGS,
    includeRoot: root,
    jobs: 1,
    known: { vocabulary: createVocabulary(), recall: () => null, keep: () => {} },
    parser,
    verifyParser: false,
    onProgress: () => {},
  });
  const { user, system } = cpuUsage(start);
  const { result } = answer!;
  const rule =
    "rule" in result
      ? `${result.rule}: ${result.message}`
      : result.problems.find(({ rule }) => rule === "page-too-complex")?.rule;
  return { seconds: (user + system) / 1e6, ...(rule && { rule }) };
}

/** Describes the problem in how a page is read; null if there is none. */
async function complaint(
  page: (length: number) => string,
  parser: ParserName,
): Promise<string | null> {
  const whole = page(MAX_LENGTH).slice(0, MAX_LENGTH);
  const { seconds, rule } = await read(whole, parser);
  if (rule === "page-too-complex")
    return seconds > MAX_SECONDS ? `refused after ${seconds} s` : null;
  if (rule?.startsWith("unreadable-file")) return rule;
  if (seconds < NOTICED_SECONDS) return null;
  const half = await read(page(MAX_LENGTH / 2).slice(0, MAX_LENGTH / 2), parser);
  const growth = seconds / half.seconds;
  return growth > MAX_GROWTH ? `${seconds} s, ${growth} times that of half the length` : null;
}

describe.each(PARSERS)("hostile pages, read with %s", (parser) => {
  it.each(Object.entries(HOSTILE_PAGES))(
    "DOC-A16: %s: read in time or refused",
    async (_, page) => {
      expect(await complaint(page, parser)).toBeNull();
    },
  );

  it("DOC-A16: pages of random pieces are read in time or refused", async () => {
    const endMs = Date.now() + (MINUTES * 60_000) / PARSERS.length;
    const complaints: string[] = [];
    let seed = Date.now() >>> 0;
    let count = 0;
    for (; Date.now() < endMs; seed++, count++) {
      const found = await complaint(pageFrom(seed), parser);
      if (found === null) continue;
      complaints.push(`seed ${seed}: ${JSON.stringify(pageFrom(seed)(60))}: ${found}`);
      process.stdout.write(`${complaints.at(-1)}\n`);
    }
    process.stdout.write(`${count} pages read with ${parser}\n`);
    expect(complaints).toEqual([]);
  });
});
