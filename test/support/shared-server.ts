import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type ServerOptions, startServer, type TestServer } from "./server.ts";

/** The address and the log of a server that the tests of a describe share. */
export type SharedServer = Pick<TestServer, "url" | "corpus" | "log">;

/**
 * Starts a server before the tests of the `describe` where it is called, and stops it after them.
 *
 * @param prepare the options, or a function that makes them, given a separate folder
 */
export function shareServer(
  prepare: ServerOptions | ((folder: string) => Promise<ServerOptions>) = {},
): SharedServer {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "docgate-shared-"));
    server = await startServer(typeof prepare === "function" ? await prepare(folder) : prepare);
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get url() {
      return server.url;
    },
    get corpus() {
      return server.corpus;
    },
    log: () => server.log(),
  };
}
