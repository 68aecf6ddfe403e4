import { describe, expect, it } from "vitest";
import { nearestOwner } from "../../../../runtime/partner/calls/near-origin.ts";

const owner = (origin: string, organizationId = "acme") => ({ origin, organizationId });

describe("nearestOwner", () => {
  const shop = owner("https://shop.example");

  it.each([
    ...["http://shop.example", "https://www.shop.example", "https://shop.example:8443"],
    ...["HTTPS://Shop.Example", "https://shop.example/", "https://shop.example/path"],
    ...["https://shop.example.", "shop.example", "http://www.shop.example:3000"],
  ])("finds the webhook that %s is meant for", (origin) => {
    const owners = [owner("https://other.example"), shop];
    expect(nearestOwner(origin, owners)).toBe(shop);
  });

  it.each([
    ...["https://shop.example.org", "https://myshop.example", "https://example", "null", ""],
    ...["https://shop.example@evil.example", "://", "https://*.shop.example", "file:///etc"],
  ])("finds none for %j", (origin) => {
    expect(nearestOwner(origin, [shop])).toBe(undefined);
  });

  it("prefers the one with fewer differences", () => {
    const [plain, dev] = [owner("https://shop.example"), owner("http://shop.example:3000", "b")];
    expect(nearestOwner("http://shop.example:3001", [plain, dev])).toBe(dev);
    expect(nearestOwner("https://www.shop.example", [plain, dev])).toBe(plain);
  });

  it("ATTACK-S226: finds none if the nearest belong to several organizations", () => {
    const owners = [owner("http://localhost:3000"), owner("http://localhost:4000", "globex")];
    expect(nearestOwner("http://localhost:5000", owners)).toBe(undefined);
    const own = [owner("http://localhost:3000"), owner("http://localhost:4000")];
    expect(nearestOwner("http://localhost:5000", own)).toBe(own[0]);
  });
});
