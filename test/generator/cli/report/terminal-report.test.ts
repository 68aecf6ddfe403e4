import { stripVTControlCharacters } from "node:util";
import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import { visibleControls } from "../../../../corpus/text/printable.ts";
import { RULES_ADDRESS } from "../../../../generator/cli/report/rule-address.ts";
import { showsLinks } from "../../../../generator/cli/report/terminal.ts";
import { terminalReport } from "../../../../generator/cli/report/terminal-report.ts";
import type { JudgedProblem } from "../../../../generator/config/judge.ts";

const LINK: JudgedProblem = {
  file: "docs/guide/a.md",
  line: 54,
  column: 97,
  rule: "broken-link",
  message: 'Link to "reference/useTransition#functions-called" leads to no page',
  suggestion: "./useTransition.md#functions-called",
  severity: "warn",
};

const FRAGMENT: JudgedProblem = {
  ...LINK,
  line: 447,
  column: 5,
  rule: "broken-fragment",
  message: 'Fragment "#updating-state" is not on this page',
  suggestion: null,
};

const ERROR: JudgedProblem = {
  ...FRAGMENT,
  file: "docs/A.md",
  rule: "frontmatter-syntax",
  message: "Frontmatter is not valid YAML",
  severity: "error",
};

function report(problems: readonly JudgedProblem[], { columns = 80, isAll = false } = {}): string {
  const colors = picocolors.createColors(false);
  return terminalReport(problems, { columns, colors, hasLinks: false, isAll });
}

/** A page with that many different dead links. */
function deadLinks(count: number): JudgedProblem[] {
  return Array.from({ length: count }, (_, at) => ({ ...LINK, line: at, message: `Link ${at}` }));
}

describe("terminalReport", () => {
  it("report: of too many entries, those are shown whose message is the most common", () => {
    const common = [1, 2, 3].map((line) => ({ ...LINK, file: "docs/z.md", line, message: "Z" }));
    const text = report([...deadLinks(100), ...common]);

    expect(text).toContain("1:97  Z (3×: 1, 2, 3)  broken-link");
    expect(text).toContain("Link 98");
    expect(text).not.toContain("Link 99 ");
    expect(text).toContain("… 1 more warning; --all shows every one");
  });

  it("report: the name of a rule leads to its page, on a terminal that shows links", () => {
    const colors = picocolors.createColors(false);
    const text = terminalReport([FRAGMENT], { columns: 80, colors, hasLinks: true, isAll: false });
    const address = "https://unpkg.com/docgate@0/content/tooling/rules.md#broken-fragment";
    const link = `\u001b]8;;${address}\u001b\\broken-fragment\u001b]8;;\u001b\\`;

    expect(text).toContain(`is not on this page  ${link}`);
    expect(visibleControls(text, { linksTo: RULES_ADDRESS })).toBe(text);
    expect(visibleControls(text)).not.toContain("\u001b");
    expect(
      visibleControls(text.replaceAll("unpkg.com", "evil.example"), { linksTo: RULES_ADDRESS }),
    ).toContain("\\u001b]8;;https://evil.example");
  });

  it.each([
    [{ TERM_PROGRAM: "vscode" }, true],
    [{ TERM: "xterm-kitty" }, true],
    [{ VTE_VERSION: "7600" }, true],
    [{ VTE_VERSION: "4900" }, false],
    [{ TERM: "xterm-256color" }, false],
    [{ TERM_PROGRAM: "vscode", TMUX: "/tmp/x" }, false],
    [{ TERM_PROGRAM: "vscode", FORCE_HYPERLINK: "0" }, false],
    [{ TERM: "linux", FORCE_HYPERLINK: "1" }, true],
  ])("report: a terminal with %j shows links: %s", (environment, isShown) => {
    expect(showsLinks(environment)).toBe(isShown);
  });

  it("report: groups by file, aligns places, folds repeats, and gives suggestions a line", () => {
    const repeats = [54, 71, 71, 80].map((line) => ({ ...LINK, line }));

    expect(report([...repeats, FRAGMENT])).toBe(`docs/guide/a.md
   54:97  Link to "reference/useTransition#functions-called" leads to no page
          (4×: 54, 71, 80)  broken-link
          → ./useTransition.md#functions-called
  447:5   Fragment "#updating-state" is not on this page  broken-fragment

  4  broken-link      in 1 file, 1 target
  1  broken-fragment  in 1 file, 1 target
`);
  });

  it("report: errors come last, under a heading", () => {
    expect(report([ERROR, FRAGMENT])).toBe(`docs/guide/a.md
  447:5  Fragment "#updating-state" is not on this page  broken-fragment

ERRORS (1)

docs/A.md
  447:5  Frontmatter is not valid YAML  frontmatter-syntax
`);
  });

  it("report: titles that several pages have are told once each", () => {
    const title: JudgedProblem = {
      ...FRAGMENT,
      line: 1,
      rule: "duplicate-title",
      message: 'Title "Setup" is already used by "a.md"',
    };
    const pages = ["docs/b.md", "docs/c.md"].map((file) => ({ ...title, file }));

    expect(report([FRAGMENT, ...pages])).toBe(`docs/guide/a.md
  447:5  Fragment "#updating-state" is not on this page  broken-fragment

Titles that several pages have  duplicate-title
  Title "Setup" is already used by "a.md"
    2 pages: docs/b.md:1, docs/c.md:1
`);
  });

  it("report: shows the first 100 of each severity, and how many more there are; --all shows every one", () => {
    const many = [...deadLinks(130), ...Array.from({ length: 3 }, () => ERROR)];

    expect(report(many)).toContain("Link 99");
    expect(report(many)).not.toContain("Link 100");
    expect(report(many)).toContain("… 30 more warnings; --all shows every one\n");
    expect(report(many)).toContain("(3×: 447)");
    expect(report(many, { isAll: true })).toContain("Link 129");
    expect(report(many, { isAll: true })).not.toContain("--all");
  });

  it.each([40, 60, 80, 140, 200])("report: no line is wider than %i columns", (columns) => {
    const text = report([...deadLinks(3), LINK, FRAGMENT, ERROR], { columns });

    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(text.replace(/\s+/g, "")).toContain(LINK.message.replace(/\s+/g, ""));
  });

  it("report: control characters of a page do not reach the terminal", () => {
    const text = report([{ ...LINK, file: "a\x1b[2Jb.md", message: "x\ny", suggestion: "\x07" }]);

    expect(stripVTControlCharacters(text)).toBe(text);
    expect(text).toContain("x\\u{000a}y");
  });

  it("report: on a terminal with colours, a rule has that of its severity", () => {
    const colors = picocolors.createColors(true);
    const text = terminalReport([LINK, ERROR], {
      columns: 80,
      colors,
      hasLinks: false,
      isAll: false,
    });

    expect(text).toContain("\x1b[33mbroken-link\x1b[39m");
    expect(text).toContain("\x1b[31mfrontmatter-syntax\x1b[39m");
  });

  it("report: without problems there is nothing", () => {
    expect(report([])).toBe("");
  });
});
