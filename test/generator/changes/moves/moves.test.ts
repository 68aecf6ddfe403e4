import { describe, expect, it } from "vitest";
import { CERTAIN } from "../../../../generator/changes/moves/certain.ts";
import { findMoves, type Move } from "../../../../generator/changes/moves/moves.ts";
import { prose } from "../../../support/prose.ts";
import { generateFrom, type TreeFiles } from "../../../support/tree.ts";

async function movesOf(before: TreeFiles, after: TreeFiles): Promise<Move[]> {
  const [old, now] = [await generateFrom(before), await generateFrom(after)];
  return findMoves(old.content.docs, now.content.docs);
}

/** Returns the targets of the certain moves. */
function certain(moves: readonly Move[]): Record<string, string> {
  const sure = moves.filter(({ confidence }) => confidence >= CERTAIN);
  return Object.fromEntries(sure.map(({ from, to }) => [from, to]));
}

const OTHER: TreeFiles = {
  "index.md": `# Home\n\n${prose("home")}`,
  "deploy.md": `# Deploy\n\n${prose("deploy")}\n\n## Servers\n\n${prose("servers")}`,
};

const INSTALL = `# Install\n\n${prose("install")}\n\n## On Linux\n\n${prose("linux")}`;

describe("findMoves: pages", () => {
  it("a page with another path and the same text", async () => {
    const before = { ...OTHER, "guide/install.md": INSTALL };
    const after = { ...OTHER, "start/setup.md": INSTALL };

    const moves = await movesOf(before, after);

    expect(moves[0]).toEqual({
      from: "guide/install",
      to: "start/setup",
      confidence: 1,
      reason: "The page has the same text there.",
    });
    expect(certain(moves)).toMatchObject({
      "guide/install": "start/setup",
      "guide/install#on-linux": "start/setup#on-linux",
    });
  });

  it("a page that was renamed and edited: the reason says how much is there", async () => {
    const before = { ...OTHER, "guide/install.md": INSTALL };
    const text = `# Getting ready\n\n${prose("new")}\n\n${prose("install")}\n\n## Linux\n\n${prose("linux", 3)}`;

    const [page, linux] = await movesOf(before, { ...OTHER, "start.md": text });

    expect(page).toMatchObject({ from: "guide/install", to: "start" });
    expect(page!.confidence).toBeGreaterThanOrEqual(CERTAIN);
    expect(page!.reason).toMatch(/^\d\d % of its text is there\.$/);
    expect(linux).toMatchObject({ from: "guide/install#install", to: "start" });
  });

  it("a page that became a part of another: page#anchor", async () => {
    const before = { ...OTHER, "guide/install.md": INSTALL };
    const merged = `${OTHER["deploy.md"]}\n\n## Install\n\n${prose("install")}\n\n### On Linux\n\n${prose("linux")}`;

    const moves = await movesOf(before, { ...OTHER, "deploy.md": merged });

    expect(certain(moves)).toEqual({
      "guide/install": "deploy#install",
      "guide/install#install": "deploy#install",
      "guide/install#on-linux": "deploy#on-linux",
    });
    expect(moves[0]!.reason).toBe('All of its text is there, in the section "Install".');
  });

  it("a page that was split: each anchor goes where its section went", async () => {
    const parts = ["one", "two", "three"].map((name) => `## Part ${name}\n\n${prose(name, 8)}`);
    const before = {
      ...OTHER,
      "long.md": `# Long\n\n${prose("opening")}\n\n${parts.join("\n\n")}`,
    };
    const after = {
      ...OTHER,
      "long/first.md": `# Long\n\n${prose("opening")}\n\n${parts[0]}`,
      "long/second.md": `# Second\n\n${parts[1]}`,
      "long/third.md": `# Third\n\n${parts[2]}`,
    };

    const moves = await movesOf(before, after);

    expect(moves.find(({ from }) => from === "long")!.to).toBe("long/first");
    expect(certain(moves)).toMatchObject({
      "long#part-one": "long/first#part-one",
      "long#part-two": "long/second#part-two",
      "long#part-three": "long/third#part-three",
    });
  });

  it("two pages that were merged, each in a part of a new one", async () => {
    const before = {
      ...OTHER,
      "a.md": `# Alpha\n\n${prose("alpha")}`,
      "b.md": `# Beta\n\n${prose("beta")}`,
    };
    const both = `# Letters\n\n${prose("letters")}\n\n## Alpha\n\n${prose("alpha")}\n\n## Beta\n\n${prose("beta")}`;

    const moves = await movesOf(before, { ...OTHER, "letters.md": both });

    expect(certain(moves)).toMatchObject({ a: "letters#alpha", b: "letters#beta" });
  });

  it("a page in a script without spaces", async () => {
    const han = (from: number): string =>
      Array.from({ length: 60 }, (_, at) =>
        String.fromCodePoint(0x4e00 + from + ((at * 37) % 400)),
      ).join("");
    const page = `# ${han(0).slice(0, 4)}\n\n${han(1000)}。${han(2000)}。`;
    const before = { ...OTHER, "zh/a.md": page };

    const moves = await movesOf(before, { ...OTHER, "zh/b.md": `${page}\n\n${han(3000)}` });

    expect(certain(moves)).toMatchObject({ "zh/a": "zh/b" });
  });
});

describe("findMoves: whole pages", () => {
  /** A page with hardly any text. */
  const header = (name: string): string =>
    `# ${name}\n\nIncludes the header.\n\n## Syntax\n\n    ${name}`;

  it("the same bytes are certain, however little text they are", async () => {
    const before = { ...OTHER, "std/cuchar.md": header("cuchar") };

    const moves = await movesOf(before, { ...OTHER, "headers/cuchar.md": header("cuchar") });

    expect(moves).toMatchObject([
      { from: "std/cuchar", to: "headers/cuchar", confidence: 1 },
      { from: "std/cuchar#cuchar", to: "headers/cuchar", confidence: 1 },
      { from: "std/cuchar#syntax", to: "headers/cuchar#syntax", confidence: 1 },
    ]);
  });

  it("the same bytes in several pages of the new tree are not certain", async () => {
    const version = header("cuchar");
    const before = { ...OTHER, "v1/cuchar.md": version, "v2/cuchar.md": version };

    const moves = await movesOf(before, {
      ...OTHER,
      "v2/cuchar.md": version,
      "v3/cuchar.md": version,
    });

    expect(certain(moves)).toEqual({});
  });

  /** A folder of three pages that moved, and one that was written again. */
  function renamed(neighbours: readonly string[], after = "b"): [TreeFiles, TreeFiles] {
    const pages = (folder: string): TreeFiles =>
      Object.fromEntries(neighbours.map((name) => [`${folder}/${name}.md`, prose(name)]));
    return [
      { ...OTHER, ...pages("x/a"), "x/a/deep/empty.md": "" },
      { ...OTHER, ...pages(`x/${after}`), [`x/${after}/deep/empty.md`]: "# No longer empty" },
    ];
  }

  it("a page of a folder that was renamed is certain, whatever its text, if three neighbours show it", async () => {
    const moves = await movesOf(...renamed(["one", "two", "three"]));

    expect(certain(moves)).toMatchObject({ "x/a/deep/empty": "x/b/deep/empty" });
    expect(moves.find(({ from }) => from === "x/a/deep/empty")!.reason).toBe(
      "The pages next to it went to the same folder.",
    );
  });

  it("a page of a renamed folder whose links follow keeps its headings, also those that are alike", async () => {
    const page = (name: string, folder: string): string =>
      `# ${name}\n\n${prose(name)}\n\n## Syntax\n\nSee [it](../${folder}/one.md).\n\n## Syntax\n\nNone.\n`;
    const pages = (folder: string): TreeFiles =>
      Object.fromEntries(
        ["one", "two", "three"].map((name) => [`${folder}/${name}.md`, page(name, folder)]),
      );
    const moves = await movesOf({ ...OTHER, ...pages("a") }, { ...OTHER, ...pages("b") });

    expect(certain(moves)).toMatchObject({
      "a/one#syntax": "b/one#syntax",
      "a/one#syntax-1": "b/one#syntax-1",
    });
    expect(moves.find(({ from }) => from === "a/one#syntax-1")!.reason).toBe(
      "Its page has the same headings there.",
    );
  });

  it("also if the folder is no longer in another one", async () => {
    expect(certain(await movesOf(...renamed(["one", "two", "three"], "../c")))).toMatchObject({
      "x/a/deep/empty": "c/deep/empty",
    });
  });

  it("two neighbours do not show it", async () => {
    expect(certain(await movesOf(...renamed(["one", "two"])))).toEqual({
      "x/a/one": "x/b/one",
      "x/a/two": "x/b/two",
    });
  });

  it("a page whose text is certainly elsewhere did not go along with its folder", async () => {
    const [before, after] = renamed(["one", "two", "three"]);
    const text = `# Four\n\n${prose("four")}`;

    const moves = await movesOf(
      { ...before, "x/a/four.md": text },
      { ...after, "x/b/four.md": "# Another", "x/other.md": `${text} More.` },
    );

    expect(certain(moves)).toMatchObject({ "x/a/four": "x/other" });
  });

  it("a page that moved as a whole and was edited: no fragment, and none for its sections", async () => {
    const common = `${prose("common")}\n\n## Syntax\n\n${prose("syntax")}`;
    const others = Object.fromEntries(
      Array.from({ length: 70 }, (_, at) => [`other/${at}.md`, `# Other ${at}\n\n${common}`]),
    );
    const page = `# Map functions\n\n${common}\n\n## Swap\n\n${prose("swap")}`;

    const moves = await movesOf(
      { ...others, "a/map.md": page },
      { ...others, "b/map-functions.md": `${page} Edited.` },
    );

    expect(certain(moves)).toMatchObject({
      "a/map": "b/map-functions",
      "a/map#map-functions": "b/map-functions",
      "a/map#swap": "b/map-functions#swap",
    });
  });
});

describe("findMoves: anchors of pages that stay", () => {
  const GUIDE = `# Guide\n\n${prose("guide")}\n\n## Set up\n\n${prose("set up")}\n\n## Use\n\n${prose("use")}`;

  it("a renamed heading", async () => {
    const after = { ...OTHER, "guide.md": GUIDE.replace("## Set up", "## Preparation") };

    expect(certain(await movesOf({ ...OTHER, "guide.md": GUIDE }, after))).toEqual({
      "guide#set-up": "guide#preparation",
    });
  });

  it("a section that moved to another page, and one that became a page", async () => {
    const deploy = `${OTHER["deploy.md"]}\n\n## Set up first\n\n${prose("set up")}`;
    const after = {
      "index.md": OTHER["index.md"]!,
      "deploy.md": deploy,
      "usage.md": `# Usage\n\n${prose("use")}`,
      "guide.md": `# Guide\n\n${prose("guide")}`,
    };

    expect(certain(await movesOf({ ...OTHER, "guide.md": GUIDE }, after))).toEqual({
      "guide#set-up": "deploy#set-up-first",
      "guide#use": "usage",
    });
  });

  it("a section that was removed has no successor", async () => {
    const after = {
      ...OTHER,
      "guide.md": `# Guide\n\n${prose("guide")}\n\n## Use\n\n${prose("use")}`,
    };

    expect(await movesOf({ ...OTHER, "guide.md": GUIDE }, after)).toEqual([]);
  });

  it("a section that was one of two alike: the other one, which stays, is not its certain successor", async () => {
    const twice = (headings: string[]): string =>
      `# Guide\n\n${headings.map((heading) => `## ${heading}\n\n${prose("alike")}`).join("\n\n")}`;
    const before = { ...OTHER, "guide.md": twice(["First", "Second"]) };

    const moves = await movesOf(before, { ...OTHER, "guide.md": twice(["First"]) });

    expect(certain(moves)).toEqual({});
  });
});

describe("findMoves: what proves nothing", () => {
  it("nothing is found by names alone", async () => {
    const before = { ...OTHER, "guide/install.md": INSTALL };
    const after = {
      ...OTHER,
      "start/install.md": `# Install\n\n${prose("quite different")}\n\n## On Linux\n\n${prose("also different")}`,
    };

    expect(await movesOf(before, after)).toEqual([]);
  });

  it("an address that still leads somewhere has not moved", async () => {
    const before = { ...OTHER, "guide.md": INSTALL };
    const after = { ...OTHER, "guide.markdown": `# Guide\n\n${prose("new")}`, "setup.md": INSTALL };

    expect((await movesOf(before, after)).map(({ from }) => from)).not.toContain("guide");
  });

  it("versions of one page: nothing is certain, and the reason says why", async () => {
    const version = (number: string): string =>
      `# Install\n\n${prose("shared", 12)} Version ${number}.`;
    const before = { ...OTHER, "v1/install.md": version("1"), "v2/install.md": version("2") };
    const after = { ...OTHER, "v2/install.md": version("2"), "v3/install.md": version("3") };

    const moves = await movesOf(before, after);

    expect(certain(moves)).toEqual({});
    expect(moves[0]).toMatchObject({ from: "v1/install", to: "v3/install" });
    expect(moves[0]!.reason).toContain(
      '"v2/install" is nearly the same, as versions of one page are.',
    );
  });

  it("two old pages that are versions of one: nothing is certain", async () => {
    const before = {
      ...OTHER,
      "v1/install.md": `${INSTALL} One.`,
      "v2/install.md": `${INSTALL} Two.`,
    };

    const moves = await movesOf(before, { ...OTHER, "install.md": INSTALL });

    expect(moves.length).toBeGreaterThan(0);
    expect(certain(moves)).toEqual({});
  });

  it("boilerplate does not decide", async () => {
    const boilerplate = `## Requirements\n\n${prose("requirements", 6)}\n\n## See also\n\n${prose("see also", 6)}`;
    const page = (name: string): string => `# ${name}\n\n${prose(name, 2)}\n\n${boilerplate}`;
    const same = Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}.md`, page(name)]));

    const moves = await movesOf(
      { ...same, "old.md": page("old") },
      { ...same, "new.md": page("new") },
    );

    expect(certain(moves)).toEqual({});
  });

  it("a table of links does not decide", async () => {
    const rows = Array.from(
      { length: 12 },
      (_, row) => `| [${prose(`link ${row}`, 1)}](deploy.md) |`,
    );
    const table = `| Page |\n| --- |\n${rows.join("\n")}`;
    const before = { ...OTHER, "old.md": `# Old\n\n${prose("old")}\n\n${table}` };

    const moves = await movesOf(before, {
      ...OTHER,
      "new.md": `# New\n\n${prose("new")}\n\n${table}`,
    });

    expect(certain(moves)).toEqual({});
  });

  it("text that the page already had before does not make it certain", async () => {
    const copy = `${OTHER["deploy.md"]}\n\n## Install\n\n${prose("install")}`;
    const before = {
      ...OTHER,
      "deploy.md": copy,
      "install.md": `# Install\n\n${prose("install")}`,
    };

    const moves = await movesOf(before, { ...OTHER, "deploy.md": `${copy}\n\nMore.` });

    expect(moves[0]).toMatchObject({ from: "install", to: "deploy#install" });
    expect(certain(moves)).toEqual({});
  });

  it("an empty page has moved nowhere", async () => {
    expect(await movesOf({ ...OTHER, "empty.md": "" }, { ...OTHER, "also-empty.md": "" })).toEqual(
      [],
    );
  });
});

describe("findMoves: order", () => {
  it("moves are sorted by from", async () => {
    const names = ["z", "a/b", "a", "é", "m"];
    const page = (name: string): string => `# ${name}\n\n## Part\n\n${prose(name)}`;
    const before = Object.fromEntries(names.map((name) => [`${name}.md`, page(name)]));
    const after = Object.fromEntries(names.map((name) => [`new/${name}.md`, page(name)]));

    const from = (await movesOf(before, after)).map((move) => move.from);

    expect(from.length).toBeGreaterThanOrEqual(10);
    expect(from).toEqual([...from].sort());
  });
});
