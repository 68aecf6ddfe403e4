import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { type ReverseProxy, replaceAll, untilAnswered } from "./nginx.ts";

/** True if Caddy is installed. */
export const HAS_CADDY = spawnSync("caddy", ["version"]).status === 0;

/** Options for a test: no certificate, and nothing outside of the folder. */
const GLOBAL = "{\n  admin off\n  auto_https off\n}\n";

/**
 * Runs Caddy with the configuration of `docs.example.com`, on a free port.
 *
 * @param folder An empty folder for the files that it writes.
 */
export async function startCaddyWith(
  configuration: string,
  { folder }: { readonly folder: string },
): Promise<ReverseProxy> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const site = replaceAll(configuration, { "docs.example.com {": `${url} {` });
  await writeFile(join(folder, "Caddyfile"), GLOBAL + site);
  const child = spawn("caddy", ["run", "--config", "Caddyfile", "--adapter", "caddyfile"], {
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (log += text));
  await untilAnswered(url, { child, log: () => log });
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
