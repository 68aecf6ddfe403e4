import { createPartnerPage } from "../../runtime/serve/partner-page/routes.ts";
import { createTestChain, type TestChain } from "./access-chain.ts";
import { type AdminApi, createAdminApi, type TestAdmin } from "./admin-client.ts";

export const PUBLIC_URL = "https://docgate.test";

/** An answer to a browser. */
export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** A partner's browser, which keeps its cookie. */
export interface PartnerBrowser {
  /** The cookie as it is sent; empty if there is none. */
  cookie: string;
  /** Loads the page. */
  load(): Promise<PageAnswer>;
  /** Sends one of its forms. */
  send(
    form: string,
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PageAnswer>;
}

/** The page of a partner in this process, and the administrator who gives links to it. */
export interface PartnerPageScene {
  readonly api: AdminApi;
  readonly admin: TestAdmin;
  readonly chain: TestChain;
  /** Makes a link. @returns the code in it */
  makeLink(wanted?: object, by?: TestAdmin): Promise<string>;
  newBrowser(): PartnerBrowser;
  /** Opens a new link in a new browser. */
  openedBrowser(wanted?: object, by?: TestAdmin): Promise<PartnerBrowser>;
}

/** Opens it for one test. */
export async function createPartnerPageScene(): Promise<PartnerPageScene> {
  const api = await createAdminApi();
  const admin = await api.addAdmin({ organization: "Acme" });
  const { platform } = api;
  const { id: organizationId } = (await platform.store.read.organizations.find({ name: "Acme" }))!;
  const chain = await createTestChain(platform, {
    actor: { organizationId, name: "ada" },
    name: "shop",
  });
  const app = createPartnerPage(platform, {
    clientAddress: () => "198.51.100.7",
    show: async (_, { status, content }) => new Response(content, { status }),
  });

  async function makeLink(wanted: object = {}, by = admin): Promise<string> {
    const path = `/api-keys/${chain.apiKey.id}/partner-link` as const;
    const { status, json } = await by.request(`POST ${path}`, { body: wanted });
    if (status !== 201) throw new Error(`No link: ${status}`);
    return new URL(json.link).hash.slice("#link=".length);
  }

  function newBrowser(): PartnerBrowser {
    async function answerTo(path: string, init: RequestInit): Promise<PageAnswer> {
      const headers = new Headers({ ...(init.headers as object), Cookie: browser.cookie });
      const response = await app.request(`${PUBLIC_URL}/partner-page${path}`, { ...init, headers });
      const given = response.headers.get("Set-Cookie");
      if (given) browser.cookie = given.includes("Max-Age=0") ? "" : given.split(";")[0]!;
      return { status: response.status, text: await response.text(), headers: response.headers };
    }
    const browser: PartnerBrowser = {
      cookie: "",
      load: () => answerTo("", {}),
      send: (form, fields = {}, headers = {}) =>
        answerTo(`/${form}`, {
          method: "POST",
          body: new URLSearchParams(fields).toString(),
          headers: {
            "Content-Type": "application/x-www-form-urlencoded",
            Host: "docgate.test",
            Origin: PUBLIC_URL,
            ...headers,
          },
        }),
    };
    return browser;
  }

  async function openedBrowser(wanted?: object, by?: TestAdmin): Promise<PartnerBrowser> {
    const browser = newBrowser();
    await browser.send("open", { code: await makeLink(wanted, by) });
    return browser;
  }

  return { api, admin, chain, makeLink, newBrowser, openedBrowser };
}
