import { describe, expect, it } from "vitest";
import { deviceOf } from "../../../../runtime/admin/accounts/browser.ts";
import { createAdminApi, PASSWORD, type TestAdmin } from "../../../support/admin-client.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
  "Version/18.1 Mobile/15E148 Safari/604.1";
const EDGE =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51";

async function setUp() {
  const api = await createAdminApi();
  const ada = await api.addAdmin({ organization: "Acme" });
  const bob = await api.addAdmin({ organization: "Acme" });

  /** Signs in. @returns the headers of this browser's next requests */
  async function signIn({ email }: TestAdmin, userAgent: string, address: string) {
    const { headers } = await api.request("POST /session", {
      body: { email, password: PASSWORD },
      headers: { "User-Agent": userAgent },
      address,
    });
    const Cookie = headers.get("Set-Cookie")!.split(";")[0]!;
    return { Cookie, Origin: "https://docgate.test" };
  }

  const statusOf = async (headers: Record<string, string>) =>
    (await api.request("GET /session", { headers })).status;
  return { api, ada, bob, signIn, statusOf };
}

describe("the sessions of an administrator", () => {
  it("are listed with their network and device, and end one by one", async () => {
    const { api, ada, bob, signIn, statusOf } = await setUp();
    const laptop = await signIn(ada, FIREFOX, "198.51.100.7");
    api.clock.advance(60_000);
    const phone = await signIn(ada, SAFARI, "2001:db8:7::1");
    const ofBob = await signIn(bob, EDGE, "203.0.113.7");

    const { items } = (await api.request("GET /session/sessions", { headers: laptop })).json;
    expect(items).toEqual([
      {
        id: expect.any(String),
        way: "password",
        network: "2001:db8:7:0::/64",
        device: "Safari on iOS",
        createdAt: "2026-03-01T12:01:00.000Z",
        lastSeenAt: "2026-03-01T12:01:00.000Z",
        isCurrent: false,
      },
      expect.objectContaining({
        network: "198.51.100.7",
        device: "Firefox on Linux",
        isCurrent: true,
      }),
    ]);
    const [phoneId] = items.map(({ id }: { id: string }) => id);
    const end = (id: string, headers: Record<string, string>) =>
      api.request(`DELETE /session/sessions/${id}`, { headers });
    expect((await end(phoneId, ofBob)).status).toBe(404);
    expect(await statusOf(phone)).toBe(200);
    expect((await end(phoneId, laptop)).status).toBe(204);
    expect((await end(phoneId, laptop)).status).toBe(404);
    expect([await statusOf(phone), await statusOf(laptop)]).toEqual([401, 200]);
    const [entry] = (await ada.request("GET /audit?action=end-session")).json.items;
    expect(entry).toMatchObject({
      admin: ada.email,
      network: "192.0.2.1",
      changes: { device: ["Safari on iOS", null], network: ["2001:db8:7:0::/64", null] },
    });
  });

  it("end everywhere at once, and no one else's", async () => {
    const { api, ada, bob, signIn, statusOf } = await setUp();
    const mine = [await signIn(ada, FIREFOX, "198.51.100.7"), await signIn(ada, SAFARI, "::1")];
    const ofBob = await signIn(bob, EDGE, "203.0.113.7");
    const headers = mine[0]!;
    const answer = await api.request("DELETE /session/sessions", { headers });
    expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([
      204,
      expect.stringContaining("Max-Age=0"),
    ]);
    for (const each of mine) expect(await statusOf(each)).toBe(401);
    expect(await statusOf(ofBob)).toBe(200);
    const [entry] = (await ada.request("GET /audit?action=sign-out-everywhere")).json.items;
    expect(entry.changes).toEqual({ sessions: [2, 0] });
    // Not for tokens, which have no sessions.
    expect((await ada.request("DELETE /session/sessions")).status).toBe(403);
  });

  it("ATTACK-S227: the audit log has the network of each request, and none for commands", async () => {
    const { api, ada, signIn } = await setUp();
    await signIn(ada, FIREFOX, "198.51.100.7");
    await ada.request("POST /spaces", {
      body: { title: "Help", description: "" },
      address: "::ffff:203.0.113.7",
    });
    const { items } = (await ada.request("GET /audit")).json;
    const networks = items.map(({ action, resource, network }: Record<string, string>) => [
      `${action} ${resource}`,
      network,
    ]);
    expect(networks.slice(0, 2)).toEqual([
      ["create space", "203.0.113.7"],
      ["sign-in session", "198.51.100.7"],
    ]);
    expect(networks).toContainEqual(["create admin", null]);
    expect(api.errors).toEqual([]);
  });
});

describe("deviceOf", () => {
  it.each([
    [FIREFOX, "Firefox on Linux"],
    [SAFARI, "Safari on iOS"],
    [EDGE, "Edge on Windows"],
    [EDGE.replace(/ Edg.*/, ""), "Chrome on Windows"],
    [
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605",
      "Safari on macOS",
    ],
    ["curl/8.9.1", "another program"],
    ["<script>Firefox/1", "Firefox"],
    [undefined, "another program"],
  ])("describes %j as %s", (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});
