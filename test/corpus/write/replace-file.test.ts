import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replaceFile } from "../../../corpus/write/replace-file.ts";
import { temporaryFor } from "../../../corpus/write/temporary.ts";
import { makeFolder } from "../../support/tree.ts";

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
