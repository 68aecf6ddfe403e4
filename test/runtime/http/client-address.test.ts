import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { clientAddress } from "../../../runtime/http/client-address.ts";

const PEER = "192.0.2.9";

/** The address of a request that came from {@link PEER} with this X-Forwarded-For. */
async function addressOf(forwarded: string | null, proxies: number): Promise<string> {
  const app = new Hono();
  app.get("/", (context) => context.text(clientAddress(context, proxies)));
  const socket = { remoteAddress: PEER, remotePort: 1, remoteFamily: "IPv4" };
  const headers = forwarded === null ? {} : { "X-Forwarded-For": forwarded };
  const answer = await app.request("/", { headers }, { incoming: { socket } });
  return answer.text();
}

describe("clientAddress", () => {
  it.each([
    ["198.51.100.7", 1, "198.51.100.7"],
    ["198.51.100.7:50001", 1, "198.51.100.7"],
    ["2001:db8::1", 1, "2001:db8::1"],
    ["2001:db8::1:443", 1, "2001:db8::1:443"],
    ["[2001:db8::1]:443", 1, "2001:db8::1"],
    ["[2001:db8::1]", 1, "2001:db8::1"],
    ["::ffff:198.51.100.7", 1, "::ffff:198.51.100.7"],
    ["203.0.113.5, 198.51.100.7:1", 1, "198.51.100.7"],
    ["203.0.113.5:9, 198.51.100.7:1", 2, "203.0.113.5"],
    ["unknown", 1, "unknown"],
    ["198.51.100.7:50001", 0, PEER],
    [null, 1, PEER],
  ])(
    "ATTACK-G91: X-Forwarded-For %j behind %i proxies is %s",
    async (forwarded, proxies, address) => {
      expect(await addressOf(forwarded, proxies)).toBe(address);
    },
  );
});
