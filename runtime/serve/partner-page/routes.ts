import { type Context, Hono, type HonoRequest } from "hono";
import { getCookie } from "hono/cookie";
import { type Browser, deviceOf } from "../../admin/accounts/browser.ts";
import { partnerCookie } from "../../admin/api/cookie.ts";
import { isSameOrigin } from "../../admin/api/same-origin.ts";
import {
  endPartnerSession,
  rotatePartnerKey,
  rotatePartnerSecret,
  rotatePartnerSigning,
  sendAgain,
  sendTest,
} from "../../admin/partner-page/partner-actions.ts";
import {
  findPartnerSession,
  openPartnerLink,
  PARTNER_PAGE,
} from "../../admin/partner-page/partner-links.ts";
import { readPartnerView } from "../../admin/partner-page/partner-view.ts";
import { Refusal, refusalOf } from "../../admin/refusal.ts";
import { readText } from "../../http/json.ts";
import { networkOf } from "../../http/network.ts";
import type { ServerBindings } from "../../http/server.ts";
import { MAX_OVERLAP_HOURS } from "../../partner/chain/fields.ts";
import type { Platform } from "../../partner/platform.ts";
import { rootOf } from "../pages/send-page.ts";
import { type Result, renderEntrance, renderPartnerPage } from "./page.ts";

type PartnerContext = Context<{ Bindings: ServerBindings }>;

/** Shows some content in the frame that docgate's pages have. */
export type ShowContent = (
  req: HonoRequest,
  shown: { readonly status: number; readonly content: string },
) => Promise<Response>;

export interface PartnerPageOptions {
  /** Returns the client's address; the audit log has its network. */
  readonly clientAddress: (context: PartnerContext) => string;
  readonly show: ShowContent;
}

type StatusAnd<Shown> = Shown & { readonly status: number };
type Form = URLSearchParams;
type Action = (platform: Platform, browser: Browser, form: Form) => Promise<Result>;

/** Maximum size of a form. */
const MAX_FORM_BYTES = 4 * 1024;
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Everything that a partner can do, by the path of its form. */
const ACTIONS: Readonly<Record<string, Action>> = {
  test: async (platform, browser) => ({ notice: await sendTest(platform, browser) }),
  resend: async (platform, browser, form) => ({
    notice: await sendAgain(platform, { browser, id: form.get("id") ?? "" }),
  }),
  "rotate-secret": async (platform, browser, form) => ({
    secrets: await rotatePartnerSecret(platform, { browser, overlapHours: overlapOf(form) }),
  }),
  "rotate-key": async (platform, browser) => ({
    secrets: await rotatePartnerKey(platform, browser),
  }),
  "rotate-signing-secret": async (platform, browser, form) => ({
    secrets: await rotatePartnerSigning(platform, { browser, overlapHours: overlapOf(form) }),
  }),
};

/** Creates the page of a partner, at {@link PARTNER_PAGE}, and what its forms do. */
export function createPartnerPage(
  platform: Platform,
  { clientAddress, show }: PartnerPageOptions,
): Hono<{ Bindings: ServerBindings }> {
  const app = new Hono<{ Bindings: ServerBindings }>().basePath(PARTNER_PAGE);
  const cookie = partnerCookie(platform.publicUrl);
  const origin = new URL(platform.publicUrl).origin;

  function browserOf(context: PartnerContext): Browser {
    return {
      cookie: getCookie(context, cookie.name),
      network: networkOf(clientAddress(context)),
      device: deviceOf(context.req.header("User-Agent")),
    };
  }

  /** Shows the page, or without a session the entrance. */
  async function showPage(context: PartnerContext, result: StatusAnd<Result>): Promise<Response> {
    const session = await findPartnerSession(platform, browserOf(context));
    if (!session) return showEntrance(context, result);
    const view = await readPartnerView(platform, session);
    const { publicUrl } = platform;
    const root = rootOf(context.req.path);
    const content = await renderPartnerPage(view, { ...result, root, publicUrl });
    return show(context.req, { status: result.status, content });
  }

  async function showEntrance(
    { req }: PartnerContext,
    { status, refusal }: StatusAnd<Pick<Result, "refusal">>,
  ): Promise<Response> {
    return show(req, {
      status,
      content: await renderEntrance({ root: rootOf(req.path), refusal }),
    });
  }

  function back(context: PartnerContext): Response {
    return context.redirect(`.${PARTNER_PAGE}`.replace("./", rootOf(context.req.path)), 303);
  }

  /** Reads a form that one of these pages sent. @throws {Refusal} 403, 413 or 415 */
  async function readForm({ req }: PartnerContext): Promise<Form> {
    const source = {
      host: req.header("Host"),
      origin: req.header("Origin"),
      site: req.header("Sec-Fetch-Site"),
    };
    if (!isSameOrigin(source, origin)) {
      throw new Refusal("This form must be sent from docgate's own page.", { status: 403 });
    }
    const text = await readText(req.raw, { mediaType: FORM_TYPE, maxBytes: MAX_FORM_BYTES });
    if (!text.ok) throw new Refusal(text.message, { status: text.status });
    return new URLSearchParams(text.value as string);
  }

  app.get("/", (context) => showPage(context, { status: 200 }));
  app.post("/open", async (context) => {
    const form = await readForm(context);
    const browser = browserOf(context);
    const value = await openPartnerLink(platform, { code: codeIn(form.get("code")), browser });
    context.header("Set-Cookie", cookie.set(value));
    return back(context);
  });
  app.post("/end", async (context) => {
    await readForm(context);
    await endPartnerSession(platform, browserOf(context));
    context.header("Set-Cookie", cookie.clear());
    return back(context);
  });
  for (const [name, act] of Object.entries(ACTIONS)) {
    app.post(`/${name}`, async (context) => {
      const form = await readForm(context);
      const result = await act(platform, browserOf(context), form);
      return showPage(context, { status: 200, ...result });
    });
  }
  // The addresses of forms, when a browser loads them again.
  for (const name of ["open", "end", ...Object.keys(ACTIONS)]) app.get(`/${name}`, back);

  app.onError(async (error, context) => {
    const refused = refusalOf(error);
    if (!refused) throw error;
    const { status, message: refusal, headers } = refused;
    // The page itself needs the store.
    const answer =
      status === 503
        ? await showEntrance(context, { status, refusal })
        : await showPage(context, { status, refusal });
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return answer;
  });
  return app;
}

/** Returns the code in what was entered: the code itself, or the whole link. */
function codeIn(entered: string | null): string {
  return (entered ?? "").trim().replace(/^.*#link=/, "");
}

function overlapOf(form: Form): number {
  const hours = form.get("overlapHours") ?? "";
  if (/^\d{1,3}$/.test(hours) && Number(hours) <= MAX_OVERLAP_HOURS) return Number(hours);
  const message = `The overlap must be a whole number of hours, from 0 to ${MAX_OVERLAP_HOURS}.`;
  throw new Refusal(message, { status: 400 });
}
