import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import type { Nginx } from "./nginx.ts";

export { HAS_NGINX } from "./nginx.ts";

/** Runs nginx with rules of `docgate redirects --format nginx`, and an empty site. */
export async function startRedirects({
  folder,
  rules,
}: {
  readonly folder: string;
  readonly rules: string;
}): Promise<Pick<Nginx, "url" | "stop">> {
  const port = await freePort();
  await writeFile(join(folder, "redirects.conf"), rules);
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off; pid nginx.pid; error_log stderr; user root; events {}
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server { listen 127.0.0.1:${port}; root empty; include redirects.conf; }
}
`,
  );
  const child = spawn("nginx", ["-p", folder, "-c", "nginx.conf"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (log += text));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${log}`);
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
