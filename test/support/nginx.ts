import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./command.ts";
import { freePort } from "./free-port.ts";

/** True if nginx is installed. */
export const HAS_NGINX = spawnSync("nginx", ["-v"]).status === 0;

/** The configuration around the tested file, like `/etc/nginx/nginx.conf`, but within a folder. */
const MAIN = `daemon off;
pid nginx.pid;
error_log stderr;
user root;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include site.conf;
}
`;

const DEADLINE_MS = 10_000;

export interface NginxOptions {
  /** An empty folder for the files that it writes. */
  readonly folder: string;
  /** The addresses of the servers behind it. */
  readonly servers: readonly [string, string];
}

/** A running reverse proxy. */
export interface ReverseProxy {
  /** Its address, without a final slash. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface Nginx extends ReverseProxy {
  readonly pid: number;
  /** Returns its messages about problems with the servers behind it. */
  log(): string;
}

/** Runs nginx with the example's configuration. */
export async function startNginx({ folder, servers }: NginxOptions): Promise<Nginx> {
  const example = await readFile(join(ROOT, "examples/deploy/nginx.conf"), "utf8");
  const site = replaceAll(example, {
    "127.0.0.1:8081": new URL(servers[0]).host,
    "127.0.0.1:8082": new URL(servers[1]).host,
    "/var/lib/nginx/docgate": join(folder, "cache"),
  });
  return startNginxWith(site, { folder });
}

/**
 * Runs nginx with a configuration, on a free port.
 *
 * @param options.folder An empty folder for the files that it writes.
 */
export async function startNginxWith(
  configuration: string,
  { folder }: Pick<NginxOptions, "folder">,
): Promise<Nginx> {
  const port = await freePort();
  const site = replaceAll(configuration, { "listen 80;": `listen 127.0.0.1:${port};` });
  await writeFile(join(folder, "site.conf"), site);
  await writeFile(join(folder, "nginx.conf"), MAIN);
  const child = spawn("nginx", ["-p", folder, "-c", "nginx.conf"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (log += text));
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(url, { child, log: () => log });
  return {
    url,
    pid: child.pid!,
    log: () => log,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Waits until a proxy answers. @throws {Error} with its messages if it does not */
export async function untilAnswered(
  url: string,
  { child, log }: { readonly child: ChildProcess; readonly log: () => string },
): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await isAnswered(url))) {
    if (child.exitCode !== null) throw new Error(`The proxy ended: ${log()}`);
    if (Date.now() > deadline) throw new Error(`The proxy does not answer: ${log()}`);
    await sleep(20);
  }
}

function isAnswered(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
}

/** @throws {Error} if a text is missing, because another configuration would be tested */
export function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`There is no "${from}" in the configuration`);
    return all.replaceAll(from, to);
  }, text);
}
