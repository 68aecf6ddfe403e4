import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StaticFiles } from "../../../../generator/sites/data/files/static-files.ts";
import { makeTree } from "../../../support/tree.ts";

const FILES = {
  "public/robots.txt": "",
  "public/img/Logo.svg": "",
  "public/play/index.html": "",
  "public/about.html": "",
  "public/über name.pdf": "",
  "public/empty/.keep": "",
  "secret.txt": "",
};

describe("StaticFiles", () => {
  it("knows files, folders with an index.html, and pages without their suffix", async () => {
    const root = await makeTree(FILES);
    const files = new StaticFiles([{ location: join(root, "public"), base: "" }]);

    const served = [
      ...["/robots.txt", "/img/Logo.svg", "/play", "/play/", "/play/index.html", "/about"],
      ...["/%C3%BCber%20name.pdf", "/u\u0308ber name.pdf", "/robots.txt?v=1#top"],
    ];
    expect(served.filter((address) => !files.has(address))).toEqual([]);
    const others = [
      ...["/", "/img", "/img/logo.svg", "/empty", "/nothing", "/robots.txt/x", "/../secret.txt"],
      ...["/%2e%2e/secret.txt", "/img%2fLogo.svg", "/%00", "/%", "robots.txt"],
    ];
    expect(others.filter((address) => files.has(address))).toEqual([]);
  });

  it("a folder is served below the site's base; one that does not exist serves nothing", async () => {
    const root = await makeTree({ "static/a.txt": "" });
    const files = new StaticFiles([
      { location: join(root, "static"), base: "/docs" },
      { location: join(root, "missing"), base: "" },
    ]);

    expect(files.has("/docs/a.txt")).toBe(true);
    expect(files.has("/a.txt")).toBe(false);
    expect(files.has("/docsa.txt")).toBe(false);
  });

  it("links are followed inside the folder only", async () => {
    const root = await makeTree(FILES);
    const folder = join(root, "public");
    await symlink(join(folder, "play"), join(folder, "game"));
    await symlink(join(folder, "robots.txt"), join(folder, "r.txt"));
    await symlink(join(root, "secret.txt"), join(folder, "s.txt"));
    await symlink(root, join(folder, "up"));
    await symlink(join(root, "nowhere"), join(folder, "n.txt"));
    const files = new StaticFiles([{ location: folder, base: "" }]);

    expect(["/game", "/game/index.html", "/r.txt"].every((address) => files.has(address))).toBe(
      true,
    );
    expect(["/s.txt", "/up/secret.txt", "/n.txt"].some((address) => files.has(address))).toBe(
      false,
    );
  });

  it("folders are read when an address leads there, once", async () => {
    const root = await makeTree({ "public/a/x.txt": "" });
    const files = new StaticFiles([{ location: join(root, "public"), base: "" }]);
    await writeFile(join(root, "public/a/y.txt"), "");

    expect(files.has("/a/y.txt")).toBe(true);
    await writeFile(join(root, "public/a/z.txt"), "");
    expect(files.has("/a/z.txt")).toBe(false);
  });
});
