import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { generateApi } from "swagger-typescript-api";
import { expect, it } from "vitest";
import { credentialsOf } from "../support/chain-server.ts";
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
