import { expect, it } from "vitest";
import { createOutageRoutes } from "../../../runtime/serve/outage-routes.ts";

const PUBLIC_URL = "https://docs.example.com/platform";

function request(headers: Record<string, string> = {}, publicUrl?: string) {
  const { routes } = createOutageRoutes({ version: "1", publicUrl });
  return routes.request("/openapi.json", { headers });
}

it.each([
  ["the public address, with its path", PUBLIC_URL, PUBLIC_URL],
  ["the description's own origin, if there is no public address", undefined, "/"],
])("/openapi.json: says that the APIs are at %s", async (_, publicUrl, url) => {
  const response = await request({}, publicUrl);

  expect(((await response.json()) as { servers: unknown }).servers).toEqual([{ url }]);
});

it("ATTACK-T241: /openapi.json: a client that has the description is not sent it again", async () => {
  const first = await request({ "Accept-Encoding": "gzip" });
  const again = await request({
    "Accept-Encoding": "gzip",
    "If-None-Match": first.headers.get("ETag")!,
  });

  expect(first.status).toBe(200);
  expect(first.headers.get("Content-Encoding")).toBe("gzip");
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
});
