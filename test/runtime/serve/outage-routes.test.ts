import { expect, it } from "vitest";
import { createOutageRoutes } from "../../../runtime/serve/outage-routes.ts";

it("while the store does not answer, administrators and partners are asked to try again", async () => {
  const { routes, partnerPage } = createOutageRoutes({ version: "1" });
  const page = partnerPage(async (_, { status, content }) => new Response(content, { status }));
  const api = await routes.request("/admin/api/session");
  expect([api.status, api.headers.get("Retry-After")]).toEqual([503, expect.any(String)]);
  for (const path of ["/partner-page", "/partner-page/test"]) {
    const answer = await page.request(path, { method: "POST" });
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining("The server is busy. Try again in a moment."),
    ]);
  }
});
