import { describe, expect, it } from "vitest";
import { runShared } from "../support/command.ts";
import { makeTree, type TreeFiles, writeTree } from "../support/tree.ts";

const ADDRESSES = [
  "/b/",
  "/from-redirects",
  "/from-redirects-to-nothing",
  "/by/name/x",
  "/from-vercel",
  "/from-netlify",
  "/caught/by/all",
  "/generated/page",
  "/play/ground",
  "/tool/",
  "/gone-tool/",
];

/** A site of Hugo with a page that links to all of these addresses. */
const SITE: TreeFiles = {
  "hugo.toml": 'title = "Acme"\n',
  "content/a.md": `# A\n\n${ADDRESSES.map((address) => `[x](${address})\n`).join("\n")}`,
  "content/b.md": "# B\n",
  "static/tool/index.html": "",
  "static/_redirects": [
    "/from-redirects /b/",
    "/from-redirects-to-nothing /nothing",
    "/by/name/:rest /b/",
    "/* /404.html 404",
  ].join("\n"),
  "vercel.json": '{ "redirects": [{ "source": "/from-vercel", "destination": "/b/" }] }',
  "netlify.toml": '[[redirects]]\nfrom = "/from-netlify"\nto = "/b/"\n',
  "public/sitemap.xml":
    "<urlset><url><loc>https://acme.example/generated/page/</loc></url></urlset>",
  "docgate.config.json": JSON.stringify({
    site: "hugo",
    elsewhere: { sitemap: "../public/sitemap.xml", addresses: ["/play/**"] },
  }),
};

/** Returns the addresses that check reports. */
async function reported(files: TreeFiles): Promise<string[]> {
  const cwd = await makeTree(files);
  const { stdout } = await runShared(["check", "content"], { cwd });
  return Array.from(stdout.matchAll(/broken-link Link to "([^"]+)"/g), ([, address]) => address!);
}

describe("addresses that a site serves without a page", () => {
  it("redirects of files for hosts, static files, a sitemap and patterns are not broken", async () => {
    expect(await reported(SITE)).toEqual([
      "/from-redirects-to-nothing",
      "/caught/by/all",
      "/gone-tool/",
    ]);
  });

  it("without them, all are broken but the page", async () => {
    const { "hugo.toml": toml, "content/a.md": a, "content/b.md": b } = SITE;
    const pages = { "hugo.toml": toml!, "content/a.md": a!, "content/b.md": b! };

    expect(await reported(pages)).toEqual(ADDRESSES.slice(1));
  });

  it("a site that is described has static folders and redirects too", async () => {
    const { "hugo.toml": _, ...files } = SITE;
    const site = { index: ["index"], suffix: "/", indexSuffix: "/", staticFolders: ["../static"] };
    const config = JSON.stringify({ base: "", site });

    const addresses = await reported({ ...files, "docgate.config.json": config });

    expect(addresses).not.toContain("/from-redirects");
    expect(addresses).not.toContain("/tool/");
    expect(addresses).toContain("/gone-tool/");
  });

  it("a change of a file of redirects counts at once, also with a cache", async () => {
    const cwd = await makeTree(SITE);
    await runShared(["generate", "content"], { cwd });
    const before = await runShared(["check", "content"], { cwd });
    await writeTree(cwd, { "static/_redirects": "/caught/by/all /b/\n" });

    const after = await runShared(["check", "content"], { cwd });

    expect(before.stdout).toContain("/caught/by/all");
    expect(after.stdout).not.toContain("/caught/by/all");
    expect(after.stdout).toContain('"/from-redirects"');
  });

  it("names a pattern that it ignores, with its file and line", async () => {
    const cwd = await makeTree({
      ...SITE,
      "vercel.json":
        '{ "redirects": [\n{ "source": "/(a+)+b", "destination": "/b/" },\n{ "source": "/from-vercel", "destination": "/b/" }] }',
    });

    const { stderr, stdout } = await runShared(["check", "content"], { cwd });

    expect(stderr).toMatch(
      /^site: The redirect of "\/\(a\+\)\+b" \(\S*vercel\.json(:\d+)?\) is ignored/m,
    );
    expect(stdout).not.toContain("from-vercel");
  });

  it("a sitemap that does not exist or is not one stops the check, and is named", async () => {
    const missing = await makeTree({ ...SITE, "public/sitemap.xml": "nothing" });
    const config = '{ "site": "hugo", "elsewhere": { "sitemap": "../nowhere.xml" } }';
    const gone = await makeTree({ ...SITE, "docgate.config.json": config });

    const check = (cwd: string) => runShared(["check", "content"], { cwd });
    expect(await check(missing)).toMatchObject({
      code: 2,
      stderr:
        'docgate: "../public/sitemap.xml" is not a sitemap: expected XML with a <urlset> or a <sitemapindex>.\n',
    });
    expect(await check(gone)).toMatchObject({
      code: 1,
      stderr: 'docgate: Cannot read "../nowhere.xml": no such file.\n',
    });
  });
});
