import { describe, it } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { shareConsole } from "./console.ts";
import { expectFit } from "./fit.ts";

describe("webhooks in the console", { timeout: 60_000 }, () => {
  const { open, api } = shareConsole();

  it("lists them", async () => {
    const input = {
      name: "Shop",
      origin: "https://a.example",
      notificationUrl: "https://a.example/",
    };
    await api.ok("POST", "/webhooks", input);
    const { page } = await open("/webhooks", { permissions: ["api-keys"] });
    await page.getByRole("link", { name: "Shop" }).waitFor();
    await expectFit(page);
    await expectAccessible(page);
  });
});
