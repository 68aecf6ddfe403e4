import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { ROOT } from "./command.ts";
import { makeFolder } from "./tree.ts";

const run = promisify(execFile);

/**
 * Serves a registry that has this docgate, and redirects requests for other packages to the
 * registry that npm uses here.
 *
 * @returns its address
 */
export async function startRegistry(): Promise<string> {
  const folder = await makeFolder();
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: ROOT });
  const [name] = await readdir(folder);
  const archive = await readFile(join(folder, name!));
  const manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const { stdout } = await run("npm", ["config", "get", "registry"], { cwd: ROOT });
  const others = stdout.trim().replace(/\/$/, "");

  const server = createServer(({ url }, response) => {
    if (url === "/docgate.tgz") response.end(archive);
    else if (url === "/docgate") {
      const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
      const dist = { tarball: `${address}/docgate.tgz`, integrity };
      const versions = { [manifest.version]: { ...manifest, dist } };
      const tags = { latest: manifest.version };
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ name: "docgate", "dist-tags": tags, versions }));
    } else response.writeHead(302, { Location: others + url }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return address;
}
