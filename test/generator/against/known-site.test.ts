import { describe, expect, it } from "vitest";
import type { AddressList } from "../../../corpus/addresses/address-list.ts";
import { KnownSite } from "../../../generator/against/known-site.ts";

const LIST: AddressList = {
  version: 1,
  corpus: "0".repeat(64),
  name: "Acme",
  siteUrl: "https://acme.example/project",
  base: "/docs",
  pages: [
    { id: "guide/install", slug: "/docs/guide/install/", anchors: ["install", "api.*", "größe"] },
    { id: "next.js", slug: "/docs/next.js", anchors: [] },
    { id: "mémo", slug: "/docs/m%C3%A9mo", anchors: [] },
  ],
  redirects: [
    { from: "setup", to: "guide/install" },
    { from: "guide/install#old", to: "guide/install#install" },
    { from: "tutorial/**", to: "guide/**" },
    { from: "legacy", to: null },
  ],
  links: [],
};

const SITE = new KnownSite(LIST, LIST.siteUrl!);

function settle(address: string) {
  const found = SITE.settle(new URL(address, "https://acme.example/project/docs/"));
  return found.kind === "dead" ? found.why : found.kind;
}

describe("KnownSite", () => {
  it.each([
    "guide/install",
    "guide/install/",
    "guide/install.html",
    "guide/install/index.html",
    "guide/install?tab=npm#install",
    "guide/install#",
    "guide/install#top",
    "guide/install#:~:text=npm",
    "guide/install#install:~:text=npm",
    "guide/install#api.anything",
    "guide/install#gr%C3%B6%C3%9Fe",
    "next.js",
    "m%c3%a9mo",
    "http://acme.example/project/docs/guide/install",
  ])("knows the page at %s, in every form in which it is written", (address) => {
    expect(settle(address)).toBe("alive");
  });

  it.each(["setup", "setup#install", "guide/install#old", "tutorial/install"])(
    "follows the redirects of the other site from %s",
    (address) => {
      expect(settle(address)).toBe("alive");
    },
  );

  it.each([
    ["guide/instal", "no-page"],
    ["guide/install#instal", "no-fragment"],
    ["tutorial/nothing", "no-page"],
    ["legacy", "gone"],
  ])("tells that %s leads nowhere", (address, why) => {
    expect(settle(address)).toBe(why);
  });

  it.each([
    "https://acme.example/project/blog",
    "https://acme.example/projects/docs/nothing",
    "https://other.example/project/docs/nothing",
    "logo.svg",
    "guide/install.md",
  ])("says nothing of %s, which may be there without being a page", (address) => {
    expect(settle(address)).toBe("unknown");
  });

  it("suggests whole addresses", () => {
    const found = ["guide/instal", "guide/install#instal"].map((path) =>
      SITE.settle(new URL(`https://acme.example/project/docs/${path}`)),
    );

    expect(found).toMatchObject([
      { suggestion: "https://acme.example/project/docs/guide/install/" },
      { suggestion: "https://acme.example/project/docs/guide/install/#install" },
    ]);
  });
});
