import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifyCorpus } from "../../../corpus/read/verify.ts";
import { temporaryFor } from "../../../corpus/write/temporary.ts";
import { replaceFile, serializeCorpus } from "../../../corpus/write/write.ts";
import { ANY_CHARACTER } from "../../support/any-character.ts";
import { contentOf, makeDoc, plainContent } from "../../support/corpora.ts";
import { makeFolder } from "../../support/tree.ts";

const ZEROS = "0".repeat(64);

describe("serializeCorpus", () => {
  const content = contentOf([
    makeDoc("a", { body: `A text with ${ZEROS} and "sha256":"${ZEROS}" in it.\n` }),
    makeDoc("b", { title: "Ünïcödé 😀 \u2028" }),
  ]);

  it("DOC-A12 gives the same bytes for the same content", () => {
    expect(serializeCorpus(structuredClone(content))).toEqual(serializeCorpus(content));
  });

  it("DOC-A12 gives different bytes and a different hash for different content", () => {
    const other = { ...content, meta: { ...content.meta, name: "Other" } };
    const hashOf = (bytes: Buffer) => JSON.parse(bytes.toString()).sha256;

    expect(hashOf(serializeCorpus(other))).not.toBe(hashOf(serializeCorpus(content)));
  });

  it("DOC-A12 contains a format version and the SHA-256 of its bytes with these digits as zeros", () => {
    const text = serializeCorpus(content).toString();
    const { formatVersion, sha256 } = JSON.parse(text);
    const digest = createHash("sha256").update(text.replace(sha256, ZEROS)).digest("hex");

    expect(formatVersion).toBe(2);
    expect(sha256).toBe(digest);
  });

  it("is JSON in UTF-8 with one doc per line, ending in a line feed", () => {
    const text = serializeCorpus(content).toString();
    const lines = text.split("\n");

    expect(text.endsWith("}\n")).toBe(true);
    for (const doc of content.docs) {
      expect(lines).toContainEqual(expect.stringMatching(/^\{.*\},?$/));
      expect(lines.map((line) => line.replace(/,$/, ""))).toContain(JSON.stringify(doc));
    }
  });

  it("is read back unchanged, for any texts and any number of docs", () => {
    const texts = fc.record({ title: fc.string({ unit: ANY_CHARACTER }), body: fc.string() });

    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (all) => {
        const given = contentOf(all.map((fields, index) => makeDoc(`page-${index}`, fields)));
        const { meta, docs, graph, search } = verifyCorpus(serializeCorpus(given), "corpus");

        expect({ meta, docs, graph, search }).toEqual(plainContent(given));
      }),
    );
  });
});

describe("replaceFile", () => {
  it("writes a new file and the folders that it needs", async () => {
    const file = join(await makeFolder(), "some/new/folder/corpus.json");
    await replaceFile(file, Buffer.from("new"));

    expect(await readFile(file, "utf8")).toBe("new");
  });

  it("replaces a file and leaves nothing else behind", async () => {
    const folder = await makeFolder();
    const file = join(folder, "corpus.json");
    await writeFile(file, "a much longer old text");
    await replaceFile(file, Buffer.from("new"));

    expect(await readFile(file, "utf8")).toBe("new");
    expect(await readdir(folder)).toEqual(["corpus.json"]);
  });

  it("never shows a reader a part of the bytes", async () => {
    const file = join(await makeFolder(), "corpus.json");
    const versions = ["a", "b"].map((letter) => Buffer.alloc(4 * 2 ** 20, letter));
    await replaceFile(file, versions[0]!);
    const seen = new Set<number>();
    let isWriting = true;

    async function read(): Promise<void> {
      while (isWriting) {
        const bytes = await readFile(file);
        const index = versions.findIndex((version) => version.equals(bytes));
        expect(index).toBeGreaterThanOrEqual(0);
        seen.add(index);
      }
    }

    async function write(): Promise<void> {
      for (let round = 0; round < 20; round++) await replaceFile(file, versions[round % 2]!);
      isWriting = false;
    }

    await Promise.all([write(), read(), read()]);
    expect([...seen].sort()).toEqual([0, 1]);
  });

  it("leaves one complete version when several processes write at once", async () => {
    const folder = await makeFolder();
    const file = join(folder, "corpus.json");
    const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(2 ** 20, `${index}`));
    await Promise.all(versions.map((version) => replaceFile(file, version)));
    const bytes = await readFile(file);

    expect(versions.some((version) => version.equals(bytes))).toBe(true);
    expect(await readdir(folder)).toEqual(["corpus.json"]);
  });

  it("leaves the old file, and no temporary one, when writing fails halfway", async () => {
    const folder = await makeFolder();
    const file = join(folder, "corpus.json");
    await writeFile(file, "old");
    async function* failing() {
      yield Buffer.from("new, but only a part");
      throw new Error("No space left on device");
    }

    await expect(replaceFile(file, failing() as unknown as Uint8Array)).rejects.toThrow(
      "No space left on device",
    );
    expect(await readFile(file, "utf8")).toBe("old");
    expect(await readdir(folder)).toEqual(["corpus.json"]);
  });

  it("removes what an interrupted writer of the same file left an hour ago, and nothing else", async () => {
    const folder = await makeFolder();
    const twoHoursAgo = Date.now() / 1000 - 7200;
    const abandoned = temporaryFor(".corpus.json");
    const recent = temporaryFor(".corpus.json");
    const others = [temporaryFor(".other.json"), ".corpus.json.tmp", `${abandoned}.txt`];
    for (const name of [abandoned, recent, ...others]) {
      await writeFile(join(folder, name), "half");
      if (name !== recent) await utimes(join(folder, name), twoHoursAgo, twoHoursAgo);
    }
    await replaceFile(join(folder, "corpus.json"), Buffer.from("new"));

    const left = await readdir(folder);
    expect(left.sort()).toEqual(["corpus.json", recent, ...others].sort());
  });

  it("leaves no temporary file when a folder is in the way", async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, "corpus.json"));

    await expect(replaceFile(join(folder, "corpus.json"), Buffer.from("new"))).rejects.toThrow();
    expect(await readdir(folder)).toEqual(["corpus.json"]);
  });
});
