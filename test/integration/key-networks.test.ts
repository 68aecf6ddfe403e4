import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChainServer, startChainServer } from "../support/chain-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { makeSharedFolder } from "../support/tree.ts";

describe.each(runtimesOf("node"))("networks of API keys behind a proxy, on %s", (runtime) => {
  const folder = makeSharedFolder();
  let receiver: Receiver;
  let shared: ChainServer;

  beforeAll(async () => {
    receiver = await startReceiver();
    const env = { DOCGATE_PROXY_COUNT: "1" };
    shared = await startChainServer({ runtime, data: join(folder(), "data"), receiver, env });
  });
  afterAll(async () => {
    await shared?.server.stop();
    receiver?.close();
  });

  it("ATTACK-S212: count the address that the trusted proxy added, and no other", async () => {
    const chain = await shared.buildChain();
    const networks = ["198.51.100.0/24"];
    await shared.admin.ok("PATCH", `/api-keys/${chain.keyId}`, { networks });
    const status = async (forwarded?: string) => {
      const headers: Record<string, string> = { "X-Real-IP": "198.51.100.7" };
      headers.Forwarded = "for=198.51.100.7";
      if (forwarded !== undefined) headers["X-Forwarded-For"] = forwarded;
      const call = { origin: chain.origin, authorization: `Bearer ${chain.rawKey}`, headers };
      return (await shared.partner("/space/list", call)).status;
    };
    for (const inside of [
      "198.51.100.7",
      "203.0.113.7, 198.51.100.7",
      "198.51.100.7, ",
      "198.51.100.7:50001",
      "::ffff:198.51.100.7",
    ]) {
      expect(await status(inside), inside).toBe(200);
    }
    for (const outside of [
      "203.0.113.7",
      "198.51.100.7, 203.0.113.7",
      "198.51.100.7, unknown",
      "198.51.100.7/24",
      "[::198.51.100.7]",
      undefined,
    ]) {
      expect(await status(outside), outside).toBe(401);
    }
  });
});
