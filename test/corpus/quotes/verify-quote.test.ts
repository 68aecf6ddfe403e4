import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import { openTree } from "../../support/agents.ts";
import { serveCorpus } from "../../support/served-pages.ts";

const PAGES = {
  "index.md": "# Home\n\nWelcome to the handbook of Acme.\n",
  "guide/install.md":
    "# Install\n\nThe installer’s first run takes [two minutes](../index.md) — wait for **all** of it…\n\n## On Linux\n\nRun `acme --install` with the option that your administrator gave you, then restart the machine.\n",
  "guide/zh.md":
    "# 指南\n\n组件可以在任何时候注册，但是建议在应用启动之前完成所有的全局注册工作。\n",
  "hidden.md":
    "---\nunlisted: true\n---\n\n# Hidden\n\nNobody finds this sentence without its page.\n",
};
let opened: Promise<Corpus> | undefined;

/** Opens the corpus of all tests in the first of them. */
function open(): Promise<Corpus> {
  opened ??= openTree(PAGES, { site: { unlisted: ["unlisted"] } });
  return opened;
}

it("finds a text whatever its white space and typography, with its place and hash", async () => {
  const corpus = await open();
  const text =
    "Run acme --install with the option that your administrator gave you, then restart the machine.";
  expect(corpus.verifyQuote("with the option that\n  your  administrator gave you")).toEqual({
    sha256: corpus.sha256,
    result: "exact",
    place: {
      id: "guide/install",
      title: "Install",
      heading: "On Linux",
      slug: "/docs/guide/install#on-linux",
      breadcrumbs: ["Install"],
    },
    hash: createHash("sha256").update(`On Linux\n${text}`).digest("hex"),
    passage: "with the option that your administrator gave you",
    differences: [],
  });
  const plain = corpus.verifyQuote(
    "The installer's first run takes two minutes - wait for all of it...",
  );
  expect(plain).toMatchObject({
    result: "exact",
    passage: "The installer’s first run takes two minutes — wait for all of it…",
  });
  // Across a heading, it is at the place where it begins.
  const across = corpus.verifyQuote("for all of it… On Linux Run acme --install");
  expect(across).toMatchObject({ result: "exact", place: { slug: "/docs/guide/install" } });
});

it("finds the nearest passage and what differs, letter case and flags included", async () => {
  const corpus = await open();
  const close = corpus.verifyQuote(
    "run acme -install with the option that an administrator gave you, then restart machine.",
  );
  expect(close).toMatchObject({
    result: "close",
    place: { slug: "/docs/guide/install#on-linux" },
    differences: [
      { quote: "run", passage: "Run" },
      { quote: "", passage: "-" },
      { quote: "an", passage: "your" },
      { quote: "", passage: "the" },
    ],
  });
  expect(
    corpus.verifyQuote("组件可以在任何时候登记，但是建议在应用启动之前完成所有的全局注册工作。"),
  ).toMatchObject({
    result: "close",
    place: { id: "guide/zh" },
    differences: [{ quote: "登记", passage: "注册" }],
  });
});

it("does not find what nobody wrote, nor an unlisted page unless it is named", async () => {
  const corpus = await open();
  const absent = { result: "absent", place: null, hash: null, passage: null, differences: [] };
  for (const text of [
    "The machine restarts the administrator with the option to install all minutes.",
    "Run `acme --install` and everything else happens by itself within two hours or so, they say.",
    "zzzz yyyy xxxx wwww vvvv",
    "Nobody finds this sentence",
  ]) {
    expect(corpus.verifyQuote(text)).toEqual({ sha256: corpus.sha256, ...absent });
  }
  const named = corpus.verifyQuote("Nobody finds that sentence", { doc: "/docs/hidden" });
  expect(named).toMatchObject({ result: "close", place: { id: "hidden" } });
  const other = corpus.verifyQuote("Welcome to the handbook", { doc: "guide/install" });
  expect(other.result).toBe("absent");
});

it("finds every part of a page as it is", async () => {
  const corpus = await open();
  const text =
    "The installer’s first run takes two minutes — wait for all of it… On Linux Run acme --install with the option that your administrator gave you, then restart the machine.";
  fc.assert(
    fc.property(fc.nat(text.length - 20), fc.integer({ min: 20, max: 120 }), (start, length) => {
      const quote = text.slice(start, start + length).trim();
      fc.pre(quote.length >= 20);
      expect(corpus.verifyQuote(quote)).toMatchObject({ result: "exact", passage: quote });
    }),
  );
});

it("is served at /quote.json, and refuses other texts", async () => {
  const corpus = await open();
  const app = serveCorpus(corpus);
  const ask = (given: Record<string, string>, init?: RequestInit) =>
    app.request(`/quote.json?${new URLSearchParams(given)}`, init);
  const q = "Welcome to the handbook";
  const answer = await ask({ q });
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(await answer.json()).toEqual({ ...corpus.verifyQuote(q), signature: null });
  const known = { "If-None-Match": answer.headers.get("etag")! };
  expect((await ask({ q }, { headers: known })).status).toBe(304);
  const refused = async (given: Record<string, string>) => {
    const response = await ask(given);
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  expect(await refused({})).toEqual([400, 'Parameter "q" must be given: the quote to look for.']);
  expect(await refused({ q: "Too short" })).toEqual([
    400,
    'Parameter "q" must be a quote of 20 to 1000 characters, but it has 9.',
  ]);
  expect(await refused({ q, doc: "nowhere" })).toEqual([
    400,
    'Parameter "doc" must be the id or the slug of a page, but there is no page "nowhere".',
  ]);
  expect((await ask({ q }, { method: "POST" })).status).toBe(405);
  expect(() => corpus.verifyQuote("x".repeat(1001))).toThrow("20 to 1000 characters");
});
