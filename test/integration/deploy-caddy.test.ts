import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HAS_CADDY, startCaddyWith } from "../support/caddy.ts";
import { ROOT } from "../support/command.ts";
import {
  callAdmin,
  type DataFolder,
  mintAt,
  prepareData,
  statusOf,
} from "../support/data-server.ts";
import { type ReverseProxy, replaceAll } from "../support/nginx.ts";
import { callPartner, callServed, DROPPED } from "../support/partner-client.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { makeSharedFolder } from "../support/tree.ts";

describe.skipIf(!HAS_CADDY)(`Caddy before two docgate${HAS_CADDY ? "" : " (needs caddy)"}`, () => {
  const folder = makeSharedFolder();
  let data: DataFolder;
  let servers: TestServer[] = [];
  let caddy: ReverseProxy;

  beforeAll(async () => {
    data = await prepareData(folder(), { notificationUrls: ["http://127.0.0.1:9/notices"] });
    servers = [await serve(), await serve()];
    const configuration = await readFile(join(ROOT, "examples/deploy/Caddyfile"), "utf8");
    const hosts = servers.map(({ url }) => new URL(url).host);
    const site = replaceAll(configuration, {
      "127.0.0.1:8081": hosts[0]!,
      "127.0.0.1:8082": hosts[1]!,
    });
    caddy = await startCaddyWith(site, { folder: folder() });
  });

  afterAll(async () => {
    await caddy?.stop();
    await Promise.all(servers.map((server) => server.stop()));
  });

  const serve = () =>
    startServer({
      partner: true,
      corpus: data.corpus,
      args: ["--data", data.data],
      env: { DOCGATE_PROXY_COUNT: "1" },
    });

  it("passes documents, mints and reads on, and closes the connection where docgate does", async () => {
    const chain = data.chains[0]!;
    expect((await callServed(`${caddy.url}/graphql?query={meta{name}}`)).status).toBe(200);
    const token = await mintAt(caddy, chain);
    for (let round = 0; round < 10; round++) expect(await statusOf(caddy, chain, token)).toBe(200);
    for (let round = 0; round < 10; round++) {
      const call = { origin: "https://unlisted.example", authorization: `Bearer ${token}` };
      expect(await callPartner(`${caddy.url}/v1/space/list`, call)).toBe(DROPPED);
    }
    // Drops do not take a server out of use.
    expect(await statusOf(caddy, chain, token)).toBe(200);
  });

  it("ATTACK-S212: gives docgate the address that it sees itself, whatever the client says", async () => {
    const chain = data.chains[0]!;
    const path = `/api-keys/${chain.keyId}`;
    const allow = (networks: readonly string[] | null) =>
      callAdmin(caddy, { token: data.token, method: "PATCH", path, body: { networks } });
    const read = async () => {
      const headers = { "X-Forwarded-For": "198.51.100.7" };
      const call = { origin: chain.origin, authorization: `Bearer ${chain.rawKey}`, headers };
      return (await callServed(`${caddy.url}/v1/space/list`, call)).status;
    };
    await allow(["198.51.100.0/24"]);
    expect(await read()).toBe(401);
    await allow(["127.0.0.0/8"]);
    expect(await read()).toBe(200);
    await allow(null);
  });

  it("goes on with one of the two", async () => {
    const chain = data.chains[0]!;
    const token = await mintAt(caddy, chain);
    await servers.pop()!.stop();
    for (let round = 0; round < 10; round++) {
      expect((await callServed(`${caddy.url}/healthz`)).status).toBe(200);
      expect(await statusOf(caddy, chain, token)).toBe(200);
    }
  });
});
