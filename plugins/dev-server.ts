import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { isSystemError } from "../corpus/system-error.ts";

/** The part of Vite's development server that is used. */
export interface DevServer {
  readonly middlewares: { use(handle: Middleware): unknown };
  readonly watcher: { on(event: "all", listener: (event: string, file: string) => void): unknown };
}

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

interface DevDocs {
  /** Address of the folder on the site, with slashes at both ends. */
  readonly address: string;
  /** Location of the folder that is served. */
  readonly out: string;
  /** Writes the folder again. */
  readonly write: () => Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** Serves the corpus and its search while a site is developed: written when first asked for after a change. */
export function serveInDevelopment(
  { middlewares, watcher }: DevServer,
  { address, out, write }: DevDocs,
): void {
  let written: Promise<void> | null = null;
  watcher.on("all", (_event, file) => {
    if (/\.mdx?$/.test(file)) written = null;
  });

  async function answer(name: string, response: ServerResponse): Promise<boolean> {
    written ??= write();
    await written.catch((error: unknown) => {
      written = null;
      throw error;
    });
    const file = join(out, name);
    const found = await stat(file).catch((error: unknown) => {
      if (isSystemError(error)) return null;
      throw error;
    });
    if (!found?.isFile()) return false;
    response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
    return true;
  }

  middlewares.use((request, response, next) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname.startsWith(address) ? pathname.slice(address.length) : "";
    if (!/^[\w.-]+(?:\/[\w.-]+)*$/.test(name) || name.includes("..")) return next();
    answer(name, response).then((isAnswered) => isAnswered || next(), next);
  });
}
