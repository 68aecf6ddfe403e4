/**
 * Serves the pages for browsers and their files, in the layout of `npm run build:web`: one HTML
 * file per page, everything else under `assets/` with a hash of its content in the name, except the
 * script of the search box.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/utils/compress";
import { compress } from "../http/compress.ts";
import { chooseEncoding, type Encoding } from "../http/negotiation.ts";

const PLAIN = ["style-src 'self'", "img-src 'self'", "form-action 'none'"] as const;
/** The forms of these pages work without a script. */
const WITH_FORMS = ["style-src 'self'", "img-src 'self'", "form-action 'self'"] as const;

/** The pages, each with what its Content-Security-Policy allows beyond that of all pages. */
const pageSources = {
  admin: PLAIN,
  /** The editor of the explorer (Monaco) creates style elements and style attributes. */
  explorer: [
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "form-action 'none'",
  ],
  graph: PLAIN,
  home: WITH_FORMS,
  partner: WITH_FORMS,
  /** Even a mistake in cleaning a page of the docs could not write markup. */
  reader: [...PLAIN, "require-trusted-types-for 'script'", "trusted-types dompurify"],
  reference: PLAIN,
} as const;

/** The search box for pages of other sites: its address stays when its content changes. */
export const SEARCH_SCRIPT = "/assets/search.js";

export type PageName = keyof typeof pageSources;

/** Browsers do not store the pages of administrators and partners (ATTACK-H111). */
const unkeptPages: ReadonlySet<PageName> = new Set(["admin", "partner"]);

/** The forms of these pages change something: with "no-referrer", browsers would not say their Origin. */
const postingPages: ReadonlySet<PageName> = new Set(["partner"]);

/** A page as it was built. What depends on the corpus and the request is not in it yet. */
export interface BuiltPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

export interface Assets {
  /** True if every page is built. */
  readonly isBuilt: boolean;
  /** Returns a page; if it is not built, one with status 503 that says how to build it. */
  page(name: PageName): BuiltPage;
  /**
   * Returns a file that a page loads.
   *
   * @param path Path of the request's URL, for example `/assets/explorer-CIWGkhjI.js`.
   * @returns Null for anything but the files found when the assets were created.
   */
  file(path: string): Response | null;
  /**
   * Returns a file in the client's preferred encoding.
   *
   * @param accepted `Accept-Encoding` of the request.
   */
  encodedFile(path: string, accepted: string | undefined): Promise<Response | null>;
}

/** Shorter files are not compressed. */
const MIN_COMPRESSED_BYTES = 1024;
/** Higher than the quality of answers, because a file is compressed only once: 7 % less to load. */
const QUALITY = 5;

type Bytes = Uint8Array<ArrayBuffer>;

const contentTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
};

/** Returns the folder of the built pages, relative to both the source and the compiled file. */
export function webFolder(): string {
  const folder = import.meta.url.endsWith(".ts") ? "../../dist/web" : "../../web";
  return fileURLToPath(new URL(folder, import.meta.url));
}

/**
 * Lists the built pages and their files; only listed files are ever served. A file is read when it
 * is first requested, and compressed when it is first requested in that encoding; both are cached
 * in memory.
 *
 * @param options.directory Folder of the built pages. It may be missing. Default: the pages in the
 *   package.
 * @throws {Error} If the folder exists and cannot be read; `page` and `file` throw if a listed file
 *   no longer exists, as after a build under a running server.
 */
export function createAssets({
  directory = webFolder(),
}: {
  readonly directory?: string | undefined;
} = {}): Assets {
  const pages = new Set(listFiles(directory));
  const files = new Set(listFiles(join(directory, "assets")).map((name) => `/assets/${name}`));
  const contents = new Map<string, Bytes>();
  /** Cached by encoding and name. */
  const compressed = new Map<string, Promise<Bytes>>();

  function read(name: string): Bytes {
    const content = contents.get(name) ?? readFileSync(join(directory, name));
    contents.set(name, content);
    return content;
  }

  function compressFile(name: string, encoding: Encoding): Promise<Bytes> {
    const key = `${encoding} ${name}`;
    const content = compressed.get(key) ?? compress(read(name), { encoding, quality: QUALITY });
    compressed.set(key, content);
    return content;
  }

  function file(path: string): Response | null {
    return files.has(path) ? fileResponse(read(path), { path }) : null;
  }

  return {
    isBuilt: Object.keys(pageSources).every((name) => pages.has(fileOf(name))),
    page(name) {
      const fileName = fileOf(name);
      if (!pages.has(fileName)) return NOT_BUILT;
      const cacheControl = unkeptPages.has(name) ? "no-store" : "no-cache";
      const headers = headersOf(pagePolicy(pageSources[name]), cacheControl);
      const referrer = postingPages.has(name) && { "Referrer-Policy": "same-origin" };
      return { status: 200, headers: { ...headers, ...referrer }, html: read(fileName).toString() };
    },
    file,
    async encodedFile(path, accepted) {
      const plain = file(path);
      if (plain === null || !isCompressible(path) || read(path).length < MIN_COMPRESSED_BYTES) {
        return plain;
      }
      const encoding = chooseEncoding(accepted);
      const answer = encoding ? fileResponse(await compressFile(path, encoding), { path }) : plain;
      if (encoding) answer.headers.set("Content-Encoding", encoding);
      answer.headers.set("Vary", "Accept-Encoding");
      return answer;
    },
  };
}

function fileOf(name: string): string {
  return `${name}.html`;
}

function contentTypeOf(path: string): string {
  return contentTypes[extname(path)] ?? "application/octet-stream";
}

function isCompressible(path: string): boolean {
  return COMPRESSIBLE_CONTENT_TYPE_REGEX.test(contentTypeOf(path));
}

function listFiles(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

function pagePolicy(sources: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    ...sources,
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function headersOf(policy: string, cacheControl: string): Readonly<Record<string, string>> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Cache-Control": cacheControl,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

function fileResponse(
  body: string | Uint8Array<ArrayBuffer>,
  { path }: { path: string },
): Response {
  return new Response(body, {
    headers: {
      "Content-Type": contentTypeOf(path),
      // Applies to files that have a policy themselves: a worker, and an image opened directly.
      "Content-Security-Policy": "default-src 'none'; script-src 'self'",
      "Cache-Control":
        path === SEARCH_SCRIPT ? "public, no-cache" : "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

const NOT_BUILT: BuiltPage = {
  status: 503,
  headers: headersOf("default-src 'none'; frame-ancestors 'none'", "no-cache"),
  html: `<!doctype html>
<html lang="en">
<title>Pages not built</title>
<h1>The pages for browsers are not built</h1>
<p>Run <code>npm run build:web</code>, then start the server again. The API itself works.</p>
</html>
`,
};
