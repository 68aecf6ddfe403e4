import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAssets } from "../../../runtime/serve/assets.ts";
import { openApp } from "../../support/app.ts";
import { ROOT } from "../../support/command.ts";

let root: string;
let directory: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "docgate-assets-"));
  directory = join(root, "web");
  mkdirSync(join(directory, "assets", "nested"), { recursive: true });
  writeFileSync(join(root, "secret.txt"), "secret");
  writeFileSync(join(directory, "explorer.html"), "<title>Explorer</title>");
  writeFileSync(join(directory, "assets", "explorer-1a2b.js"), "export {};");
  writeFileSync(join(directory, "assets", "explorer-1a2b.css"), "body {}");
  writeFileSync(join(directory, "assets", "icon-1a2b.svg"), "<svg/>");
  writeFileSync(join(directory, "assets", "font-1a2b.ttf"), new Uint8Array([0, 1, 0, 0]));
  writeFileSync(join(directory, "assets", "data-1a2b.bin"), new Uint8Array([255]));
  writeFileSync(join(directory, "assets", "nested", "inner.js"), "export {};");
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

describe("createAssets", () => {
  describe("page", () => {
    it("gives the page as it was built, to be revalidated each time", () => {
      const { status, headers, html } = createAssets({ directory }).page("explorer");

      expect(status).toBe(200);
      expect(headers["Content-Type"]).toBe("text/html; charset=utf-8");
      expect(headers["Cache-Control"]).toBe("no-cache");
      expect(html).toBe("<title>Explorer</title>");
    });

    it("lets the page load only from its own server, without inline scripts", () => {
      const { headers } = createAssets({ directory }).page("explorer");
      const policy = new Map(
        headers["Content-Security-Policy"]!.split("; ").map(
          (directive) => directive.split(/ (.*)/, 2) as [string, string],
        ),
      );

      expect(Object.fromEntries(policy)).toEqual({
        "default-src": "'none'",
        "script-src": "'self'",
        "worker-src": "'self'",
        "style-src": "'self' 'unsafe-inline'",
        "font-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
      });
    });

    it("sends the headers that isolate the page from other sites", () => {
      const { headers } = createAssets({ directory }).page("explorer");

      expect(headers["X-Content-Type-Options"]).toBe("nosniff");
      expect(headers["Referrer-Policy"]).toBe("no-referrer");
      expect(headers["Cross-Origin-Opener-Policy"]).toBe("same-origin");
    });
  });

  it("ATTACK-S216: lets the page of a partner send forms to its own server only, and nobody keeps it", () => {
    writeFileSync(join(directory, "partner.html"), "<title>Page</title>");
    const { headers } = createAssets({ directory }).page("partner");

    expect(headers["Content-Security-Policy"]).toContain("form-action 'self'");
    expect(headers["Cache-Control"]).toBe("no-store");
    // With "no-referrer", the Origin of its forms would be "null".
    expect(headers["Referrer-Policy"]).toBe("same-origin");
  });

  describe("file", () => {
    it.each([
      ["/assets/explorer-1a2b.js", "text/javascript; charset=utf-8"],
      ["/assets/explorer-1a2b.css", "text/css; charset=utf-8"],
      ["/assets/icon-1a2b.svg", "image/svg+xml"],
      ["/assets/font-1a2b.ttf", "font/ttf"],
      ["/assets/data-1a2b.bin", "application/octet-stream"],
    ])("gives %s as %s", (path, contentType) => {
      const response = createAssets({ directory }).file(path);

      expect(response?.status).toBe(200);
      expect(response?.headers.get("content-type")).toBe(contentType);
      expect(response?.headers.get("x-content-type-options")).toBe("nosniff");
    });

    it("gives the bytes of the file, to be cached for a year", async () => {
      const response = createAssets({ directory }).file("/assets/font-1a2b.ttf");

      expect(response?.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect([...new Uint8Array(await response!.arrayBuffer())]).toEqual([0, 1, 0, 0]);
    });

    it("keeps a worker started from a file off the network and away from eval", () => {
      const response = createAssets({ directory }).file("/assets/explorer-1a2b.js");

      expect(response?.headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'",
      );
    });

    it.each([
      "/assets/missing.js",
      "/assets/",
      "/assets",
      "/assets/nested",
      "/assets/nested/inner.js",
      "/assets/../explorer.html",
      "/assets/../../secret.txt",
      "/assets/..%2f..%2fsecret.txt",
      "/assets/..\\..\\secret.txt",
      "/assets//explorer-1a2b.js",
      "/assets/./explorer-1a2b.js",
      "/assets/explorer-1a2b.js\0",
      "/assets/explorer-1a2b.js/",
      "/explorer.html",
      "assets/explorer-1a2b.js",
      "",
    ])("gives nothing for %j", (path) => {
      expect(createAssets({ directory }).file(path)).toBeNull();
    });

    it("gives nothing for a file that appeared later", () => {
      const assets = createAssets({ directory });
      writeFileSync(join(directory, "assets", "later.js"), "export {};");

      expect(assets.file("/assets/later.js")).toBeNull();
    });
  });

  it("knows whether every page is built", () => {
    expect(createAssets({ directory }).isBuilt).toBe(false);
    for (const name of ["admin", "graph", "home", "partner", "reader", "reference"]) {
      writeFileSync(join(directory, `${name}.html`), "<title>Page</title>");
    }
    expect(createAssets({ directory }).isBuilt).toBe(true);
  });

  describe("encodedFile", () => {
    const LONG = "export const text = 'long enough to be worth it';\n".repeat(100);

    beforeEach(() => {
      writeFileSync(join(directory, "assets", "long-1a2b.js"), LONG);
      writeFileSync(join(directory, "assets", "long-1a2b.bin"), LONG);
    });

    it.each([
      ["br, gzip", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["gzip;q=1, br;q=0.5", "gzip", gunzipSync],
      ["*", "br", brotliDecompressSync],
    ])("gives a file for Accept-Encoding: %s in %s", async (accepted, encoding, decompress) => {
      const answer = await createAssets({ directory }).encodedFile(
        "/assets/long-1a2b.js",
        accepted,
      );

      expect(answer?.headers.get("content-encoding")).toBe(encoding);
      expect(answer?.headers.get("vary")).toBe("Accept-Encoding");
      expect(answer?.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      expect(decompress(await answer!.arrayBuffer()).toString()).toBe(LONG);
    });

    it.each([undefined, "", "identity", "deflate", "br;q=0, gzip;q=0"])(
      "gives it uncompressed for Accept-Encoding: %s",
      async (accepted) => {
        const answer = await createAssets({ directory }).encodedFile(
          "/assets/long-1a2b.js",
          accepted,
        );

        expect(answer?.headers.get("content-encoding")).toBeNull();
        expect(answer?.headers.get("vary")).toBe("Accept-Encoding");
        expect(await answer!.text()).toBe(LONG);
      },
    );

    it.each(["/assets/long-1a2b.bin", "/assets/explorer-1a2b.js"])(
      "does not compress %s",
      async (path) => {
        const answer = await createAssets({ directory }).encodedFile(path, "br");

        expect(answer?.headers.get("content-encoding")).toBeNull();
        expect(answer?.headers.get("vary")).toBeNull();
      },
    );

    it("gives nothing for a file that does not exist", async () => {
      expect(await createAssets({ directory }).encodedFile("/assets/no.js", "br")).toBeNull();
    });

    it("compresses a file once, and not for each request", async () => {
      const name = "random-1a2b.js";
      writeFileSync(join(directory, "assets", name), randomBytes(2 ** 20).toString("hex"));
      const docs = () => expect.unreachable();
      const app = openApp({ docs, assets: createAssets({ directory }), onError() {} });

      /** In microseconds of all threads. */
      async function costOf(count: number): Promise<number> {
        const before = process.cpuUsage();
        for (let times = 0; times < count; times++) {
          const headers = { "Accept-Encoding": "gzip, br" };
          const answer = await app.request(`/assets/${name}`, { headers });
          expect(answer.headers.get("content-encoding")).toMatch(/^(?:br|gzip)$/);
          await answer.arrayBuffer();
        }
        const { user, system } = process.cpuUsage(before);
        return user + system;
      }

      const first = await costOf(1);
      expect(await costOf(50)).toBeLessThan(10 * first);
    });
  });

  describe("the script of the search box", () => {
    const SCRIPT = "/assets/search.js";

    beforeEach(() => writeFileSync(join(root, "web", SCRIPT), "export {};\n".repeat(200)));

    async function load(headers: Record<string, string>): Promise<Response> {
      const docs = () => expect.unreachable();
      const app = openApp({ docs, assets: createAssets({ directory }), onError() {} });
      return await app.request(SCRIPT, { headers });
    }

    it("may be loaded by any site, and is revalidated each time", async () => {
      const { status, headers } = await load({ Origin: "https://bikes.example" });

      expect(status).toBe(200);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("cache-control")).toBe("public, no-cache");
      expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    });

    it("has an entity tag in each encoding, with which it is not sent again", async () => {
      const [plain, brotli] = await Promise.all([load({}), load({ "Accept-Encoding": "br" })]);
      const [plainTag, tag] = [plain, brotli].map(({ headers }) => headers.get("etag")!);
      const again = await load({ "Accept-Encoding": "br", "If-None-Match": tag! });

      expect(tag).not.toBe(plainTag);
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
      expect(again.headers.get("etag")).toBe(tag);
      expect(again.headers.get("access-control-allow-origin")).toBe("*");
      expect(again.headers.get("cache-control")).toBe("public, no-cache");
      expect(again.headers.get("vary")).toBe("Accept-Encoding");
    });
  });

  it("has the pages of the package if no folder is named", () => {
    const built = createAssets({ directory: join(ROOT, "dist/web") });

    expect(createAssets().page("graph")).toEqual(built.page("graph"));
    expect(createAssets().isBuilt).toBe(built.isBuilt);
  });

  describe("without the built pages", () => {
    it("gives a page that says how to build them", () => {
      const { status, headers, html } = createAssets({ directory: join(root, "missing") }).page(
        "explorer",
      );

      expect(status).toBe(503);
      expect(headers["Content-Type"]).toBe("text/html; charset=utf-8");
      expect(headers["Content-Security-Policy"]).toContain("default-src 'none'");
      expect(html).toContain("npm run build:web");
    });

    it("gives no file", () => {
      const assets = createAssets({ directory: join(root, "missing") });

      expect(assets.file("/assets/explorer-1a2b.js")).toBeNull();
    });
  });
});
