import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { HOSTS } from "../../generator/changes/redirects/hosts/hosts.ts";
import { printLedger } from "../../generator/changes/redirects/printed.ts";
import { shareBrowser } from "./chromium.ts";

const IDS = new Set(["new", "stays", "index"]);
const LEDGER = [
  { from: "stays#old", to: "new#part" },
  { from: "stays#ä b", to: "new" },
  { from: "stays#alive", to: "new" },
  { from: "gone#x", to: "new#part" },
  { from: "moved", to: "stays" },
  { from: "moved#y", to: "new#part" },
  { from: "folder/index#old", to: "index#part" },
];

/** Serves a page with one heading at every address, with the script; `/docs/moved` is redirected. */
async function serve(): Promise<string> {
  const { text } = HOSTS.script(printLedger(LEDGER, { ids: IDS, base: "/docs" }));
  const page = `<!doctype html><title>Docs</title><script>${text}</script><h2 id="alive">Alive</h2>`;
  const server = createServer((request, response) => {
    if (request.url === "/docs/moved") response.writeHead(301, { location: "/docs/stays" }).end();
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("docgate redirects --format script, in Chromium", () => {
  let browser: Awaited<ReturnType<typeof shareBrowser>>;
  beforeAll(async () => {
    browser = await shareBrowser();
  });

  it.each([
    ["a fragment that moved", "/docs/stays#old", "/docs/new#part"],
    ["a page address with a slash at its end", "/docs/stays/#old", "/docs/new#part"],
    ["a page address with .html", "/docs/stays.html#old", "/docs/new#part"],
    ["a fragment with letters that browsers encode", "/docs/stays#ä b", "/docs/new"],
    ["a page that is not there, on the 404 page", "/docs/gone#x", "/docs/new#part"],
    ["a fragment that a redirect of its page brought along", "/docs/moved#y", "/docs/new#part"],
    ["a fragment of the page of a folder", "/docs/folder/#old", "/docs/#part"],
    ["the same without the slash", "/docs/folder#old", "/docs/#part"],
    ["the same with the file", "/docs/folder/index.html#old", "/docs/#part"],
    ["a fragment that the page has", "/docs/stays#alive", "/docs/stays#alive"],
    ["another fragment", "/docs/stays#constructor", "/docs/stays#constructor"],
    ["a fragment that is not encoded correctly", "/docs/stays#%E0%A4%A", "/docs/stays#%E0%A4%A"],
    ["no fragment", "/docs/stays", "/docs/stays"],
  ])("%s", async (_, from, to) => {
    const url = await serve();
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(url + from);

    await expect.poll(() => page.url()).toBe(url + to);
  });

  it("a fragment that is clicked later", async () => {
    const url = await serve();
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${url}/docs/stays`);
    await page.evaluate(`location.hash = "#old"`);

    await expect.poll(() => page.url()).toBe(`${url}/docs/new#part`);
  });
});
