import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAllRedirects } from "@netlify/redirect-parser";
import { getTransformedRoutes } from "@vercel/routing-utils";
import { parsePlain } from "netlify-redirector";
import { describe, expect, it } from "vitest";
import type { Redirect } from "../../../../corpus/schema.ts";
import { HOSTS, type Host } from "../../../../generator/changes/redirects/hosts/hosts.ts";
import { printLedger } from "../../../../generator/changes/redirects/printed.ts";
import { makeFolder } from "../../../support/tree.ts";

const IDS = new Set(["new", "guide/install", "c#", "a:b", "é n"]);
const LEDGER: Redirect[] = [
  { from: "old", to: "new" },
  { from: "older", to: "old" },
  { from: "part", to: "guide/install#on-linux" },
  { from: "gone", to: null },
  { from: "ü x", to: "é n" },
  { from: "a (1)*", to: "a:b" },
  { from: "cost$1", to: "c#" },
  { from: "b:c", to: "new" },
  { from: "loop", to: "loop" },
  { from: "new", to: "guide/install" },
  { from: "old#setup", to: "guide/install#ünder" },
];
/** The redirects that every host must have: a path as browsers send it, and where it leads. */
const EXPECTED: readonly (readonly [string, string])[] = [
  ["/docs/old", "/docs/new"],
  ["/docs/older", "/docs/new"],
  ["/docs/part", "/docs/guide/install#on-linux"],
  ["/docs/%C3%BC%20x", "/docs/%C3%A9%20n"],
  ["/docs/a%20(1)*", "/docs/a:b"],
  ["/docs/cost$1", "/docs/c%23"],
  ["/docs/b:c", "/docs/new"],
];

/** The same without the one that Netlify would read as a pattern. */
const WITHOUT_STAR = EXPECTED.filter(([from]) => !from.includes("*"));

const REQUEST = {
  scheme: "https",
  host: "docs.example",
  query: "",
  getHeader: () => "",
  getCookie: () => "",
};

function print(host: Host, redirects: readonly Redirect[] = LEDGER) {
  return HOSTS[host](printLedger(redirects, { ids: IDS, base: "/docs" }));
}

function many(count: number): Redirect[] {
  return Array.from({ length: count }, (_, at) => ({ from: `old-${at}`, to: "new" }));
}

describe("docgate redirects --format", () => {
  it("leaves out loops and pages that are in the docs, and collapses chains", () => {
    const { pages } = printLedger(LEDGER, { ids: IDS, base: "/docs" });

    expect(pages.filter(({ to }) => to !== null).map(({ from, to }) => [from, to])).toEqual(
      EXPECTED,
    );
  });

  describe("an index page is at the address of its folder", () => {
    const ids = new Set(["new/index", "page/index", "both", "x"]);
    const from = (text: string) => text.match(/^\S+(?= )/gm);
    const index = (host: Host, redirects: readonly Redirect[], base = "/docs") =>
      HOSTS[host](printLedger(redirects, { ids, base })).text;
    const MOVED: Redirect[] = [
      { from: "old/index", to: "new/index" },
      { from: "old/index#part", to: "new/index#there" },
    ];

    it("json: both forms of the folder, and the index", () => {
      expect(JSON.parse(index("json", MOVED))).toEqual([
        { from: "/docs/old/", to: "/docs/new/" },
        { from: "/docs/old", to: "/docs/new/" },
        { from: "/docs/old/index", to: "/docs/new/" },
        { from: "/docs/old/#part", to: "/docs/new/#there" },
      ]);
    });

    it("netlify: Netlify's own matcher takes both forms for one", async () => {
      const text = index("netlify", MOVED);
      const matcher = await parsePlain(text, {});

      expect(from(text)).toEqual(["/docs/old/", "/docs/old/index"]);
      for (const path of ["/docs/old", "/docs/old/", "/docs/old/index"]) {
        expect(matcher.match({ ...REQUEST, path })?.to).toBe("/docs/new/");
      }
    });

    it("cloudflare, vercel: both forms", () => {
      const forms = ["/docs/old/", "/docs/old", "/docs/old/index"];
      const { redirects } = JSON.parse(index("vercel", MOVED));
      const { routes } = getTransformedRoutes({ redirects });

      expect(from(index("cloudflare", MOVED))).toEqual(forms);
      for (const path of forms) {
        expect(routes!.filter((one) => new RegExp(one.src!).test(path))).toMatchObject([
          { headers: { Location: "/docs/new/" } },
        ]);
      }
    });

    it("nginx, apache: both forms", () => {
      expect(index("nginx", MOVED)).toBe(
        ["/docs/old", "/docs/old/", "/docs/old/index", "/docs/old/index/"]
          .map((path) => `location = "${path}" { return 301 "/docs/new/"; }\n`)
          .join(""),
      );
      expect(index("apache", MOVED)).toContain('RedirectMatch 301 "^/docs/old/?$" "/docs/new/"\n');
    });

    it("html: one page, at the folder", () => {
      const text = index("html", MOVED);

      expect(text.match(/<!-- .* -->/g)).toEqual(["<!-- docs/old/index.html -->"]);
      expect(text).toContain("url=/docs/new/");
    });

    it.each<Host>(["json", "nginx", "apache", "html", "netlify"])(
      "%s: a page that became a folder, or a folder a page, is not redirected to itself",
      (host) => {
        const text = index(host, [
          { from: "page", to: "page/index" },
          { from: "both/index", to: "both" },
        ]);

        expect(text).not.toMatch(/\/docs\/page/);
        expect(text).not.toMatch(/\/docs\/both\/?\??\$?"? .*\/docs\/both/);
        expect(text).toContain("docs/both/index");
      },
    );

    it("the address of another page is that page's alone", () => {
      const redirects = [
        { from: "x/index", to: "new/index" },
        { from: "y/index", to: "new/index" },
        { from: "y", to: "x" },
      ];

      expect(JSON.parse(index("json", redirects))).toEqual([
        { from: "/docs/x/index", to: "/docs/new/" },
        { from: "/docs/y/index", to: "/docs/new/" },
        { from: "/docs/y", to: "/docs/x" },
      ]);
    });

    it.each([
      ["/docs", ["/docs/", "/docs", "/docs/index"]],
      ["", ["/", "/index"]],
    ])("the start page below base %j", (base, expected) => {
      const redirects = [{ from: "index", to: "x" }];

      expect(JSON.parse(index("json", redirects, base)).map((one: Redirect) => one.from)).toEqual(
        expected,
      );
      expect(index("html", redirects, base)).toContain(
        `<!-- ${base.slice(1)}${base && "/"}index.html -->`,
      );
      expect(index("nginx", redirects, base)).toContain(`location = "${base}/" {`);
    });
  });

  it("netlify: as Netlify's own parser reads it; a page that is gone answers with the 404 page", async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, "_redirects"), print("netlify").text);
    const { redirects, errors } = await parseAllRedirects({
      redirectsFiles: [join(folder, "_redirects")],
      configRedirects: [],
      minimal: true,
    });

    expect(errors).toEqual([]);
    const found = redirects as { from: string; to: string; status: number }[];
    expect(found.map(({ from, to, status }) => [from, to, status])).toEqual([
      ...WITHOUT_STAR.slice(0, 3).map(([from, to]) => [from, to, 301]),
      ["/docs/gone", "/404.html", 404],
      ...WITHOUT_STAR.slice(3).map(([from, to]) => [from, to, 301]),
    ]);
  });

  it("netlify: Netlify's own matcher finds each address, and leads no other away", async () => {
    const matcher = await parsePlain(print("netlify").text, {});
    const find = (path: string) => matcher.match({ ...REQUEST, path })?.to;

    for (const [from, to] of WITHOUT_STAR) expect(find(from)).toBe(to);
    for (const path of ["/docs/old/x", "/docs/bzz", "/docs/a%20(1)*", "/docs/new"]) {
      expect(find(path)).toBeUndefined();
    }
  });

  it("netlify, cloudflare: warn of addresses that the host would read as patterns", () => {
    const pages = ["a*", "a*b", ":name", "b:c", "b:1"].map((from) => ({ from, to: "new" }));
    const left = (host: Host) => {
      const { text, warnings } = print(host, pages);
      return [text.match(/^\S+/gm), warnings];
    };

    expect(left("netlify")).toEqual([
      ["/docs/a*b", "/docs/b:c", "/docs/b:1"],
      [
        '2 redirects are left out, because Netlify reads "*" or ":" in them as a pattern: /docs/a*.',
      ],
    ]);
    expect(left("cloudflare")).toEqual([
      ["/docs/b:1"],
      [
        '4 redirects are left out, because Cloudflare reads "*" or ":" in them as a pattern: /docs/a*.',
      ],
    ]);
  });

  it("vercel: as Vercel's own compiler matches it", () => {
    const { redirects } = JSON.parse(print("vercel").text);
    const { routes, error } = getTransformedRoutes({ redirects });

    expect(error).toBeNull();
    for (const [from, to] of EXPECTED) {
      const route = routes!.find(
        (one) => "src" in one && new RegExp(one.src!).test(decodeURI(from)),
      ) as { headers: { Location: string }; status: number } | undefined;
      expect([from, route?.status, decodeURIComponent(route?.headers.Location ?? "")]).toEqual([
        from,
        308,
        decodeURIComponent(to),
      ]);
    }
    expect(routes!.some((one) => "src" in one && new RegExp(one.src!).test("/docs/old/x"))).toBe(
      false,
    );
  });

  it("json: every redirect, those of fragments too", () => {
    expect(JSON.parse(print("json").text)).toEqual([
      ...EXPECTED.slice(0, 3).map(([from, to]) => ({ from, to })),
      { from: "/docs/gone", to: null },
      ...EXPECTED.slice(3).map(([from, to]) => ({ from, to })),
      { from: "/docs/old#setup", to: "/docs/guide/install#%C3%BCnder" },
    ]);
  });

  it("apache: one rule of mod_alias for each, with the path as a literal", () => {
    const { text, warnings } = print("apache", [...LEDGER, { from: 'q "\\', to: "new" }]);

    expect(text).toContain('RedirectMatch 301 "^/docs/old/?$" "/docs/new"\n');
    expect(text).toContain('RedirectMatch 410 "^/docs/gone/?$"\n');
    expect(text).toContain(String.raw`RedirectMatch 301 "^/docs/a \\(1\\)\\*/?$" "/docs/a:b"`);
    expect(text).toContain(String.raw`RedirectMatch 301 "^/docs/q \"\\\\/?$" "/docs/new"`);
    expect(text).toContain('RedirectMatch 301 "^/docs/ü x/?$" "/docs/é n"\n');
    expect(warnings[0]).toBe(
      '1 redirects are left out, because Apache takes no "#", "?" or "${" in the path of a target: /docs/cost$1.',
    );
  });

  it("html: a page for each address, which nothing in an address can break out of", () => {
    const { text } = print("html", [
      { from: "old", to: "new" },
      { from: "x", to: `a:b#"><script>alert(1)</script>` },
      { from: "gone", to: null },
    ]);

    expect(text).toContain("<!-- docs/old/index.html -->\n<!doctype html>");
    expect(text).toContain('<meta http-equiv="refresh" content="0; url=/docs/new">');
    expect(text).toContain('<script>location.replace("/docs/new"+location.hash)</script>');
    expect(text).toContain("<p>This page is gone for good.</p>");
    expect(text).not.toContain("<script>alert");
  });

  it("script: the code is below 1 kB, and no address can end it", () => {
    const code = print("script", []).text;
    const { text } = print("script", [{ from: "old#</script>", to: "new#</script>" }]);

    expect(Buffer.byteLength(code)).toBeLessThan(1000);
    expect(text).not.toContain("</script>");
  });

  it.each<[Host, number, string]>([
    ["cloudflare", 2000, "Cloudflare takes 2000 redirects at most, and the ledger has 2001"],
    ["vercel", 2048, "Vercel takes 2048 redirects at most, and the ledger has 2049"],
    ["netlify", 10_000, "Netlify takes 10000 redirects at most, and the ledger has 10001"],
  ])("%s: warns of more than %i entries", (host, limit, warning) => {
    expect(print(host, many(limit)).warnings).toEqual([]);
    expect(print(host, many(limit + 1)).warnings[0]).toContain(warning);
  });

  it.each<[Host, number]>([
    ["cloudflare", 1000],
    ["vercel", 4096],
  ])("%s: warns of an entry of more than %i characters", (host, limit) => {
    const [warning] = print(host, [{ from: "x".repeat(limit), to: "new" }]).warnings;

    expect(warning).toContain(`takes ${limit} characters at most for one redirect`);
  });

  it.each<Host>(["cloudflare", "vercel"])(
    "%s: warns of what it cannot say: gone, fragments",
    (host) => {
      expect(print(host).warnings.slice(-2)).toEqual([
        "1 addresses that are gone for good are left out: this host answers 404 for them, not 410.",
        "1 redirects of fragments are left out, because no server sees a fragment: print them with --format script.",
      ]);
    },
  );

  describe("a folder is one rule", () => {
    const ids = new Set(["b/index", "b/x", "b/sub/y", "c", "living/z"]);
    const printed = printLedger(
      [
        { from: "a/**", to: "b/**" },
        { from: "a/sub/**", to: "c" },
        { from: "a/own", to: "c" },
        { from: "living/**", to: "b/**" },
        { from: "done/**", to: null },
      ],
      { ids, base: "/docs" },
    );

    it("netlify: Netlify's own matcher leads each page to the other folder, exact entries first", async () => {
      const matcher = await parsePlain(HOSTS.netlify(printed).text, {});
      const find = (path: string) => matcher.match({ ...REQUEST, path })?.to;

      expect(
        ["/docs/a/x", "/docs/a", "/docs/a/own", "/docs/a/sub/y", "/docs/a/any"].map(find),
      ).toEqual(["/docs/b/x", "/docs/b/", "/docs/c", "/docs/c", "/docs/b/any"]);
      expect([find("/docs/b/x"), find("/docs/living/z")]).toEqual([undefined, undefined]);
      expect(find("/docs/living/x")).toBe("/docs/b/x");
    });

    it("vercel: Vercel's own compiler makes the same of it", () => {
      const { redirects } = JSON.parse(HOSTS.vercel(printed).text);
      const { routes, error } = getTransformedRoutes({ redirects });
      const find = (path: string) => {
        for (const { src, headers } of routes as {
          src: string;
          headers?: { Location: string };
        }[]) {
          const [, rest = ""] = new RegExp(src).exec(path) ?? [];
          if (new RegExp(src).test(path)) return headers?.Location.replace("$1", rest);
        }
        return undefined;
      };

      expect(error).toBeNull();
      expect(["/docs/a/x", "/docs/a/own", "/docs/a/sub/y"].map(find)).toEqual([
        "/docs/b/x",
        "/docs/c",
        "/docs/c",
      ]);
      expect(find("/docs/living/z")).toBeUndefined();
    });

    it("nginx, apache, cloudflare, json: the longest folder first", () => {
      expect(HOSTS.nginx(printed).text).toContain(
        [
          'location ^~ "/docs/a/sub/" { return 301 "/docs/c"; }',
          'location ^~ "/docs/done/" { return 410; }',
          'location ^~ "/docs/a/" { rewrite "^/docs/a/(.*)$" "/docs/b/$1" permanent; }',
        ].join("\n"),
      );
      expect(HOSTS.apache(printed).text).toContain(
        [
          'RedirectMatch 301 "^/docs/a/sub/(.*)$" "/docs/c"',
          'RedirectMatch 410 "^/docs/done/(.*)$"',
          'RedirectMatch 301 "^/docs/a/(.*)$" "/docs/b/$1"',
        ].join("\n"),
      );
      expect(HOSTS.cloudflare(printed).text).toMatch(
        /\/docs\/a\/sub\/\* \/docs\/c 301\n\/docs\/a\/\* \/docs\/b\/:splat 301\n$/,
      );
      expect(JSON.parse(HOSTS.json(printed).text)).toContainEqual({
        from: "/docs/a/*",
        to: "/docs/b/*",
      });
    });

    it("a folder in which the docs have pages, and a host without rules: page by page", () => {
      expect(printed.folders.map(({ from }) => from)).toEqual([
        "/docs/a/sub/",
        "/docs/done/",
        "/docs/a/",
      ]);
      expect(printed.pages).toContainEqual({ from: "/docs/living/x", to: "/docs/b/x" });
      expect(HOSTS.html(printed).text.match(/<!-- .* -->/g)).toEqual(
        expect.arrayContaining([
          "<!-- docs/a/x/index.html -->",
          "<!-- docs/living/x/index.html -->",
        ]),
      );
    });
  });
});
