import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chain } from "../support/chain-server.ts";
import { callServed } from "../support/partner-client.ts";
import { PASSWORD, shareConsole } from "./console.ts";
import { type Stranger, startStranger } from "./stranger.ts";
import { takeScreenshot } from "./visits.ts";

const { api, chains, open, server } = shareConsole();

const CHAIN_PLACES = ["API keys", "Clients", "Certificates", "Contracts", "Webhooks"];
const DIRECTORY_PLACES = ["Spaces", "Agents", "Consumers"];
const LOG_PLACES = ["Notices", "Refusals", "Calls", "Audit", "Searches"];

interface Case {
  readonly permissions: string[];
  /** Links of the navigation, apart from the overview. */
  readonly places: readonly string[];
}

const CASES: readonly Case[] = [
  {
    permissions: ["api-keys", "cache", "directory", "audit"],
    places: [...CHAIN_PLACES, ...DIRECTORY_PLACES, ...LOG_PLACES],
  },
  { permissions: ["cache"], places: [] },
  { permissions: ["api-keys", "cache:w"], places: CHAIN_PLACES },
  { permissions: ["directory"], places: DIRECTORY_PLACES },
  { permissions: ["directory", "directory:w"], places: DIRECTORY_PLACES },
  { permissions: ["audit"], places: LOG_PLACES },
  { permissions: ["api-keys:w"], places: [] },
];

/**
 * Every request that a page could send, and the permission that it needs. Ids are those of a chain.
 */
type Call = readonly [permission: string, method: string, path: string, body?: object];

function callsOf({ keyId, clientRowId, certificateId, contractId, spaceId }: Chain): Call[] {
  const key = `/api-keys/${keyId}`;
  return [
    ["api-keys", "GET", "/api-keys"],
    ["api-keys", "GET", key],
    ["api-keys", "GET", `/certificates/${certificateId}`],
    ["api-keys:w", "POST", "/clients", { name: "Not allowed" }],
    ["api-keys:w", "PATCH", key, { name: "Not allowed" }],
    ["api-keys:w", "POST", `${key}/rotate`],
    ["api-keys:w", "POST", `${key}/revoke-tokens`],
    ["api-keys:w", "POST", `${key}/wake`],
    ["api-keys:w", "POST", `/clients/${clientRowId}/rotate-secret`],
    ["api-keys:w", "DELETE", `/contracts/${contractId}`],
    ["api-keys:w", "POST", `${key}/partner-link`, {}],
    ["cache:w", "POST", `${key}/rebuild-cache`],
    ["cache:w", "POST", `/certificates/${certificateId}/rebuild-cache`],
    ["directory", "GET", "/spaces"],
    ["directory", "GET", "/consumers"],
    ["directory:w", "POST", "/spaces", { title: "Not allowed" }],
    ["directory:w", "DELETE", `/spaces/${spaceId}`],
    ["audit", "GET", "/audit"],
    ["audit", "GET", "/notices"],
    ["audit", "GET", "/refusals"],
    ["audit", "GET", "/calls"],
    ["audit", "GET", "/search-gaps"],
    ["team", "GET", "/administrators"],
    ["team:w", "POST", "/administrators", { email: "new@acme.example", permissions: ["team:w"] }],
  ];
}

describe("permissions in the console", { timeout: 60_000 }, () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await chains().buildChain();
  });

  it.each(CASES)("ATTACK-H104: sees what it may see, and no more: $permissions", async (one) => {
    const { permissions, places } = one;
    const { page } = await open("/", { permissions });
    const links = page.getByRole("navigation", { name: "Places" }).getByRole("link");

    await expect.poll(() => links.allInnerTexts()).toEqual(["Overview", ...places]);
    await expect
      .poll(() => page.getByRole("link", { name: "Set up a partner" }).count())
      .toBe(permissions.includes("api-keys:w") ? 1 : 0);
    for (const place of [...CHAIN_PLACES, ...DIRECTORY_PLACES, ...LOG_PLACES]) {
      await goTo(page, `/${place.toLowerCase().replace(" ", "-")}`);
      const heading = places.includes(place) ? place : "There is nothing here";
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      const mayMake = CHAIN_PLACES.includes(place) ? "api-keys:w" : "directory:w";
      const makes = page.locator(".page-head").getByRole("link", { name: /^New / });
      await expect
        .poll(() => makes.count())
        .toBe(
          places.includes(place) && permissions.includes(mayMake) && !LOG_PLACES.includes(place)
            ? 1
            : 0,
        );
    }
    await takeScreenshot(page, `permissions-${permissions.join("-").replaceAll(":", "")}`);
  });

  it.each(CASES)(
    "ATTACK-H104: the server refuses what the page does not offer: $permissions",
    async (one) => {
      const { permissions } = one;
      const visit = await open("/", { permissions });
      visit.expected = /403/;
      const before = await stateOf(chain);

      for (const [permission, ...call] of callsOf(chain)) {
        if (!permissions.includes(permission)) {
          expect([...call, await statusInPage(visit.page, call)]).toEqual([...call, 403]);
        } else if (call[0] === "GET") {
          expect([...call, await statusInPage(visit.page, call)]).toEqual([...call, 200]);
        }
      }
      expect(await stateOf(chain)).toEqual(before);
    },
  );

  it.each([
    [["api-keys"], []],
    [["api-keys", "cache:w"], ["Rebuild the resource cache"]],
    [
      ["api-keys", "api-keys:w"],
      ["Rotate", "Revoke tokens", "Wake", "Make a link", "Save", "Delete API key…"],
    ],
  ])("%s is offered on an API key: %s", async (permissions, offered) => {
    const { page } = await open(`/api-keys/${chain.keyId}`, { permissions });

    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const buttons = page.getByRole("main").getByRole("button");
    const actions = (await buttons.allInnerTexts()).filter((text) => !text.startsWith("Copy"));
    expect(actions.toSorted()).toEqual(offered.toSorted());
  });

  it("ATTACK-H106: items of another organization look the same as items that do not exist", async () => {
    const { docgate } = chains();
    const email = "other@other.example";
    await docgate(["admin", "create", "--org", "Other", "--email", email]);
    const token = (await docgate(["admin", "token", "--email", email])).stdout.trim();
    const others = await callServed(`${server().url}/admin/api/clients`, {
      method: "POST",
      authorization: `Bearer ${token}`,
      body: { name: "Of another" },
    });
    const { id } = others.json.client;
    const absent = id.replace(/.{6}$/, "000000");
    const seen: string[] = [];
    for (const one of [id, absent]) {
      const visit = await open(`/clients/${one}`);
      visit.expected = /404/;
      await visit.page.getByRole("alert").waitFor();
      const text = await visit.page.getByRole("main").innerText();
      const answer = await visit.page.evaluate(
        `fetch("./admin/api/clients/${one}").then(async (answer) => answer.status + await answer.text())`,
      );
      expect(text).not.toContain("Of another");
      seen.push(`${text} ${answer}`.replaceAll(one, "ID"));
    }
    expect(seen[0]).toBe(seen[1]);
    const { page } = await open("/clients");
    await page.getByRole("table").waitFor();
    await expect.poll(() => page.getByRole("main").innerText()).not.toContain("Of another");
  });
});

describe("pages of strangers", { timeout: 60_000 }, () => {
  let stranger: Stranger;
  let chain: Chain;
  beforeAll(async () => {
    stranger = await startStranger("<title>Stranger</title><form></form>");
    chain = await chains().buildChain();
  });
  afterAll(() => stranger?.close());

  it.each([
    ["sameSite", "must come from the console's own origin"],
    // The browser does not send the cookie.
    ["otherSite", "Sign in"],
  ] as const)("ATTACK-H109: a page of %s changes nothing", async (site, refusal) => {
    const email = `victim-${site.toLowerCase()}@acme.example`;
    const visit = await open("/", { email });
    const { page } = visit;
    // Messages of the browser for each attempt.
    visit.expected = /./;
    await signInByForm(page, email);
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
    const before = await stateOf(chain);

    const base = `${server().url}/admin/api`;
    await page.goto(stranger[site]);
    await expect.poll(() => page.title()).toBe("Stranger");
    const attempts = await page.evaluate<string[]>(attacksOn(base, chain));
    for (const attempt of attempts) expect(attempt).toMatch(/^(opaque|TypeError)/);
    for (const encoding of ["text/plain", "application/x-www-form-urlencoded"]) {
      await page.goto(stranger[site]);
      await page.evaluate(formPost(`${base}/spaces`, encoding));
      await page.waitForURL(`${base}/spaces`);
      await expect.poll(() => page.locator("body").innerText()).toContain(refusal);
    }

    expect(await stateOf(chain)).toEqual(before);
    // The stranger's own pages.
    visit.requests.length = 0;
  });
});

async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = "#${place}"`);
}

/** Returns the status that the page's own script gets for a call. */
function statusInPage(
  page: Page,
  [method, path, body]: readonly [string, string, object?],
): Promise<number> {
  const options = JSON.stringify({
    method,
    ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  return page.evaluate(`fetch("./admin/api${path}", ${options}).then(({ status }) => status)`);
}

/** Returns the state that the attacks would change. */
async function stateOf({ keyId, clientRowId, contractId }: Chain) {
  const [key, client, contract, spaces, clients] = await Promise.all([
    api.ok("GET", `/api-keys/${keyId}`),
    api.ok("GET", `/clients/${clientRowId}`),
    api.ok("GET", `/contracts/${contractId}`),
    api.ok("GET", "/spaces"),
    api.ok("GET", "/clients"),
  ]);
  return { key, client, contract, spaces, clients };
}

/** Signs in as a person does, so that docgate itself sets the cookie. */
async function signInByForm(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.reload();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
}

/** Returns a script that sends requests with and without a CORS preflight. */
function attacksOn(base: string, { keyId }: Chain): string {
  const json = JSON.stringify({ title: "Forged" });
  return `(async () => {
    const send = (path, options) => fetch(${JSON.stringify(base)} + path, { credentials: "include", ...options })
      .then(({ type, status }) => type === "opaque" ? "opaque" : "answered " + status, String);
    const plain = { "Content-Type": "text/plain" };
    const body = ${JSON.stringify(json)};
    return [
      await send("/spaces", { method: "POST", mode: "no-cors", headers: plain, body }),
      await send("/spaces", { method: "POST", mode: "no-cors", body: new Blob([body]) }),
      await send("/spaces", { method: "POST", headers: plain, body }),
      await send("/spaces", { method: "POST", headers: { "Content-Type": "application/json" }, body }),
      await send("/api-keys/${keyId}/rotate", { method: "POST", mode: "no-cors" }),
      await send("/api-keys/${keyId}/revoke-tokens", { method: "POST", mode: "no-cors" }),
      await send("/api-keys/${keyId}", { method: "PUT", mode: "no-cors" }),
      await send("/api-keys/${keyId}", { method: "PATCH", body: "{}" }),
      await send("/api-keys/${keyId}", { method: "DELETE" }),
      await send("/api-keys"),
    ];
  })()`;
}

/** Returns a script that posts a form whose body is valid JSON. */
function formPost(url: string, encoding: string): string {
  return `(() => {
    const form = document.forms[0];
    Object.assign(form, { action: ${JSON.stringify(url)}, method: "POST", enctype: "${encoding}" });
    const field = document.createElement("input");
    Object.assign(field, { name: '{"title":"Forged","description":"', value: '"}' });
    form.append(field);
    form.submit();
  })()`;
}
