import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { HAS_NGINX, type Nginx } from "./nginx.ts";

const APACHE = spawnSync("which", ["apache2"], { encoding: "utf8" }).stdout?.trim() ?? "";
/** Where Debian has them. */
const APACHE_MODULES = join(dirname(APACHE), "../lib/apache2/modules");

interface RedirectServer {
  /** False where it is not installed. */
  readonly isHere: boolean;
  readonly program: string;
  /** Returns the arguments for a configuration file in a folder. */
  readonly args: (folder: string) => readonly string[];
  /** Returns a configuration that includes `redirects.conf`, of an empty site. */
  readonly config: (folder: string, port: number) => string;
}

/** Servers that read what `docgate redirects --format` prints for them. */
export const REDIRECT_SERVERS = {
  nginx: {
    isHere: HAS_NGINX,
    program: "nginx",
    args: (folder) => ["-p", folder, "-c", "server.conf"],
    config: (_, port) => `daemon off; pid nginx.pid; error_log stderr; user root; events {}
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server { listen 127.0.0.1:${port}; root empty; include redirects.conf; }
}
`,
  },
  apache: {
    isHere: APACHE !== "" && existsSync(APACHE_MODULES),
    program: APACHE,
    args: (folder) => ["-f", join(folder, "server.conf"), "-DFOREGROUND"],
    config: (folder, port) => `ServerRoot "${folder}"
LoadModule mpm_event_module "${APACHE_MODULES}/mod_mpm_event.so"
LoadModule authz_core_module "${APACHE_MODULES}/mod_authz_core.so"
LoadModule alias_module "${APACHE_MODULES}/mod_alias.so"
Listen 127.0.0.1:${port}
ServerName localhost
User nobody
Group nogroup
PidFile apache.pid
ErrorLog error.log
DefaultRuntimeDir "${folder}"
DocumentRoot /usr/share
Include redirects.conf
`,
  },
} as const satisfies Record<string, RedirectServer>;

/** Runs a server with these rules. */
export async function startRedirects(
  name: keyof typeof REDIRECT_SERVERS,
  { folder, rules }: { readonly folder: string; readonly rules: string },
): Promise<Pick<Nginx, "url" | "stop">> {
  const { program, args, config } = REDIRECT_SERVERS[name];
  const port = await freePort();
  await writeFile(join(folder, "redirects.conf"), rules);
  await writeFile(join(folder, "server.conf"), config(folder, port));
  const child = spawn(program, args(folder), { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (log += text));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${log}`);
    await sleep(20);
  }
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
