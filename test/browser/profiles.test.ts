import { describe, expect, it } from "vitest";
import { startServer } from "../support/server.ts";
import { shareVisits } from "./visits.ts";

const { open } = shareVisits(() => startServer());

const LEAVE = `(async () => {
  document.cookie = "left=1; max-age=1000";
  localStorage.left = sessionStorage.left = window.name = "1";
  await caches.open("left");
  await new Promise((resolve) => (indexedDB.open("left").onsuccess = resolve));
})()`;

/** Stores for as long as the document lives, and keeps its process busy. */
const GO_ON = `(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    for (const end = performance.now() + 20; performance.now() < end; ) localStorage.left = "1";
    document.cookie = "left=1";
    port2.postMessage("next");
  };
  port2.postMessage("first");
})()`;

const FOUND = `(async () => ({
  stored: [document.cookie, localStorage.left, sessionStorage.left, window.name],
  caches: await caches.keys(),
  databases: await indexedDB.databases(),
  permission: (await navigator.permissions.query({ name: "clipboard-read" })).state,
  window: [innerWidth, history.length, matchMedia("(prefers-color-scheme: dark)").matches],
}))()`;

const NOTHING = {
  stored: ["", undefined, undefined, ""],
  caches: [],
  databases: [],
  permission: "prompt",
  window: [1280, 2, false],
};

describe("a visit, which another one's profile may serve", () => {
  it.each(["first", "second"])("leaves nothing behind: %s", async () => {
    const { page } = await open("/graph");
    expect(await page.evaluate(FOUND)).toEqual(NOTHING);

    await page.context().grantPermissions(["clipboard-read"]);
    await page.context().route("**/graph", (route) => route.abort());
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.evaluate(LEAVE);
    expect(await page.evaluate(FOUND)).not.toMatchObject({ stored: NOTHING.stored });
  });

  it.each(["first", "second", "third", "fourth"])("stores nothing after its end: %s", async () => {
    const { page } = await open("/graph");
    expect(await page.evaluate(FOUND)).toEqual(NOTHING);
    await page.evaluate(GO_ON);
  });

  it("shares nothing with the other one of a test", async () => {
    const [one, other] = [await open("/graph"), await open("/graph")];
    await one.page.evaluate(LEAVE);
    expect(await other.page.evaluate(FOUND)).toEqual(NOTHING);
  });
});
