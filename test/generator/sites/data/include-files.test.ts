import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { listIncludes, readInclude } from "../../../../generator/sites/data/files/include-files.ts";
import { makeTree, type TreeFiles, writeTree } from "../../../support/tree.ts";

const FILES: TreeFiles = {
  "docs/page.md": "",
  "docs/part.md": "\ufeffPart ü",
  "code/main.rs": "fn main() {}",
  "code/new.rs": "new",
  ".github/note.md": "note",
  ".env": "SECRET=1",
  ".gitignore": ".env\nbuild/\n",
  "build/out.txt": "built",
};

async function makeCheckout(): Promise<string> {
  const root = await makeTree(FILES);
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: root });
  git("init", "--quiet");
  git("add", "docs", "code/main.rs", ".gitignore");
  return root;
}

describe("listIncludes, readInclude: in a git checkout", () => {
  it("reads what git tracks or would add, anywhere in the checkout", async () => {
    const root = await makeCheckout();
    const list = listIncludes(join(root, "docs"), join(root, "docs"));

    expect(readInclude(list, join(root, "docs/part.md"))).toEqual({ text: "Part ü" });
    expect(readInclude(list, join(root, "docs/../code/main.rs"))).toEqual({ text: "fn main() {}" });
    expect(readInclude(list, join(root, "code/new.rs"))).toEqual({ text: "new" });
    expect(readInclude(list, join(root, ".github/note.md"))).toEqual({ text: "note" });
  });

  it("refuses what git ignores, git's own files, folders, addresses and what is missing", async () => {
    const root = await makeCheckout();
    const list = listIncludes(join(root, "docs"), join(root, "docs"));
    const refusalOf = (location: string) => readInclude(list, location);
    const ignored = { refusal: "git does not track it, and would not add it" };

    expect(refusalOf(join(root, ".env"))).toEqual(ignored);
    expect(refusalOf(join(root, "build/out.txt"))).toEqual(ignored);
    expect(refusalOf(join(root, "docs"))).toEqual(ignored);
    expect(refusalOf(join(root, ".git/config"))).toEqual({ refusal: "it belongs to git" });
    expect(refusalOf(join(root, "docs/none.md"))).toEqual({ refusal: "there is no such file" });
    expect(refusalOf(join(root, "docs/a\0b"))).toEqual({ refusal: "there is no such file" });
    for (const address of ["https://a.example/x", "file:///etc/hosts", "//a.example/x"]) {
      expect(refusalOf(address)).toEqual({ refusal: "it is an address: only files are included" });
    }
  });

  it("goes by the real path: a link is the file that it leads to", async () => {
    const root = await makeCheckout();
    const outside = await makeTree({ "secret.txt": "secret" });
    await symlink(join(outside, "secret.txt"), join(root, "docs/outside.txt"));
    await symlink(join(root, ".env"), join(root, "docs/env.txt"));
    await symlink(join(root, "code"), join(root, "docs/code"));
    execFileSync("git", ["add", "docs"], { cwd: root });
    const list = listIncludes(join(root, "docs"), join(root, "docs"));

    expect(readInclude(list, join(root, "docs/outside.txt"))).toEqual({
      refusal: "it is outside of the files of this site",
    });
    expect(readInclude(list, join(root, "docs/env.txt"))).toHaveProperty("refusal");
    expect(readInclude(list, join(root, "docs/code/main.rs"))).toEqual({ text: "fn main() {}" });
  });

  it("refuses files that are too large or not text", async () => {
    const root = await makeCheckout();
    await writeFile(join(root, "docs/large.txt"), "x".repeat(4_194_305));
    await writeFile(join(root, "docs/most.txt"), "x".repeat(4_194_304));
    await writeFile(join(root, "docs/image.png"), new Uint8Array([0x89, 0x50]));
    const list = listIncludes(join(root, "docs"), join(root, "docs"));

    expect(readInclude(list, join(root, "docs/large.txt"))).toEqual({
      refusal: "it is larger than 4194304 bytes",
    });
    expect(readInclude(list, join(root, "docs/most.txt"))).toHaveProperty("text.length", 4_194_304);
    expect(readInclude(list, join(root, "docs/image.png"))).toEqual({ refusal: "it is not UTF-8" });
  });

  it("runs no program that the checkout names", async () => {
    const root = await makeCheckout();
    const proof = join(root, "proof");
    await writeFile(join(root, "run.sh"), `#!/bin/sh\ntouch "${proof}"\n`, { mode: 0o755 });
    const git = ["config", "core.fsmonitor", join(root, "run.sh")];
    execFileSync("git", git, { cwd: root });
    const { paths } = listIncludes(join(root, "docs"), root);

    expect(paths).toContain("run.sh");
    expect(paths).not.toContain("proof");
    expect(listIncludes(root, root).paths).not.toContain("proof");
  });

  it("the list is plain data: a copy of it works the same", async () => {
    const root = await makeCheckout();
    const list = structuredClone(listIncludes(join(root, "docs"), root));

    expect(readInclude(list, join(root, "docs/part.md"))).toEqual({ text: "Part ü" });
    expect(readInclude(list, join(root, ".env"))).toHaveProperty("refusal");
  });
});

describe("listIncludes, readInclude: without git", () => {
  async function makeFolders(): Promise<string> {
    const root = await makeTree({});
    await writeTree(root, { ...FILES, "site/docs/page.md": "Page", "site/.cache/x.txt": "" });
    return root;
  }

  it("reads what is below the folder of the configuration, if no name begins with a dot", async () => {
    const root = await makeFolders();
    const list = listIncludes(join(root, "site/docs"), join(root, "site"));

    expect(list.paths).toBeNull();
    expect(readInclude(list, join(root, "site/docs/page.md"))).toEqual({ text: "Page" });
    expect(readInclude(list, join(root, "code/main.rs"))).toEqual({
      refusal: "it is outside of the files of this site",
    });
    expect(readInclude(list, join(root, "site/.cache/x.txt"))).toEqual({
      refusal: "its name, or that of a folder, begins with a dot",
    });
    expect(readInclude(list, join(root, "site/docs"))).toEqual({ refusal: "it is not a file" });
  });

  it("does so too in a checkout, if git cannot be run", async () => {
    const root = await makeCheckout();
    await mkdir(join(root, "bin"));
    vi.stubEnv("PATH", join(root, "bin"));
    const list = listIncludes(join(root, "docs"), root);
    vi.unstubAllEnvs();

    expect(list.paths).toBeNull();
    expect(readInclude(list, join(root, "code/main.rs"))).toEqual({ text: "fn main() {}" });
    expect(readInclude(list, join(root, ".env"))).toHaveProperty("refusal");
  });
});
