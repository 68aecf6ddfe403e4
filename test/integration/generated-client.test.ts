import { execFile } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { generateApi } from "swagger-typescript-api";
import { expect, it } from "vitest";
import { credentialsOf } from "../support/chain-server.ts";
import { ROOT } from "../support/command.ts";
import { prepareData, serveData } from "../support/data-server.ts";
import { makeFolder } from "../support/tree.ts";

it("a client that a public generator makes of /openapi.json mints a token and reads the spaces", async () => {
  const folder = await makeFolder();
  const notificationUrls = ["http://127.0.0.1:9/notices"];
  const prepared = await prepareData(folder, { notificationUrls });
  const server = await serveData(prepared);
  const chain = prepared.chains[0]!;
  const spec = await (await fetch(`${server.url}/openapi.json`)).json();
  const { files } = await generateApi({ spec, fileName: "api.ts", output: false, silent: true });
  // It has enums, which Node.js cannot run as they are.
  const { code } = await transform(files[0]!.fileContent, { loader: "ts" });
  await writeFile(join(folder, "api.mjs"), code);
  const { Api } = await import(pathToFileURL(join(folder, "api.mjs")).href);

  const { v1 } = new Api({ baseUrl: server.url });
  const Origin = chain.origin;
  const minted = await v1.mintApplicationToken(
    { client_id: chain.clientId },
    { headers: { Origin, Authorization: credentialsOf(chain) } },
  );
  const { access_token: token } = minted.data.result;
  const headers = { Origin, Authorization: `Bearer ${token}` };
  const { data } = await v1.readSpaces({ headers });
  const refused = await v1
    .readSpaces({ headers: { Origin, Authorization: "Bearer wrong" } })
    .catch((error: unknown) => error);

  expect(data.result).toMatchObject([{ id: chain.spaceId, title: chain.name, agents: [] }]);
  expect(refused).toMatchObject({ status: 401, error: { message: "Invalid token" } });
});

/** A partner's program, as far as its types come from /openapi.json. */
const PROGRAM = `
import createClient from "openapi-fetch";
import type { paths } from "./paths.ts";

const [baseUrl = "", Origin = "", client_id = "", Authorization = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });
const minted = await client.POST("/v1/auth/application_token", {
  params: { query: { client_id }, header: { Origin } },
  headers: { Authorization },
});
const token: string = minted.data!.result.access_token;
const spaces = await client.GET("/v1/space/list", {
  params: { header: { Origin } },
  headers: { Authorization: \`Bearer \${token}\` },
});
const titles: string[] = spaces.data!.result.map(({ title }) => title);
const session = await client.GET("/admin/api/session", { params: { query: { nobody: true } } });
const admin: { readonly email: string } | null = session.data!.admin;
// @ts-expect-error It is a boolean.
const wrong = () => client.GET("/admin/api/session", { params: { query: { nobody: "true" } } });
console.log(JSON.stringify({ titles, admin, wrong: typeof wrong }));
`;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "esnext",
    module: "nodenext",
    allowImportingTsExtensions: true,
    types: ["node"],
  },
};

it("a client with the types that openapi-typescript makes of /openapi.json type-checks, and mints a token", async () => {
  const folder = await makeFolder();
  const notificationUrls = ["http://127.0.0.1:9/notices"];
  const prepared = await prepareData(await makeFolder(), { notificationUrls });
  const server = await serveData(prepared);
  const chain = prepared.chains[0]!;
  const { astToString, default: openapiTS } = await openapiTypescript();
  const types = await openapiTS(new URL(`${server.url}/openapi.json`));
  const files = {
    "package.json": '{ "type": "module" }',
    "paths.ts": astToString(types),
    "program.ts": PROGRAM,
    "tsconfig.json": JSON.stringify(TSCONFIG),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: folder });

  const checked = await run(join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(checked.stdout).toBe("");
  const asked = [server.url, chain.origin, chain.clientId, credentialsOf(chain)];
  const { stdout } = await run("program.ts", ...asked);

  expect(JSON.parse(stdout)).toEqual({ titles: [chain.name], admin: null, wrong: "function" });
});

/** It needs the compiler's functions in JavaScript, which the compiler in use does not have. */
async function openapiTypescript() {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === "typescript" ? "typescript-5" : specifier, context),
  });
  try {
    return await import("openapi-typescript");
  } finally {
    hooks.deregister();
  }
}
