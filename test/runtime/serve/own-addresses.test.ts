import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { platformOptions } from "../../../runtime/cli/cli-session.ts";
import { readOptions } from "../../../runtime/partner/open.ts";
import { ownAddresses } from "../../../runtime/serve/own-addresses.ts";
import { DEFAULTS } from "../../../runtime/serve/settings.ts";

const onError = (error: unknown) => {
  throw error;
};

it("finds addresses that programs on this machine listen on", async () => {
  const addresses = ownAddresses();
  expect(addresses).toContain("127.0.0.1");
  // A link-local address is not enough without its zone.
  for (const address of addresses.filter((address) => !address.startsWith("fe80:"))) {
    const server = createServer().listen(0, address);
    await once(server, "listening");
    server.close();
  }
});

it("ATTACK-F66: is refused by a platform unless the operator allows it", () => {
  const options = platformOptions(DEFAULTS, { now: Date.now, onError });
  expect(readOptions(options).allowance.ownAddresses()).toEqual(ownAddresses());
});
