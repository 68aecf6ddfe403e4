import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { secureHeaders } from "hono/secure-headers";
import type { Certificates } from "./certificates.ts";
import type { ConfigurationCopy } from "./configuration.ts";
import { createOpenPages } from "./live.ts";
import { type Notice, parseNotice } from "./notices.ts";
import { type ReceivedNotice, renderPage } from "./page.ts";
import type { Settings } from "./settings.ts";

const MAX_BODY_BYTES = 64 * 1024;
const NOTICES_SHOWN = 20;

export interface AppDependencies {
  readonly settings: Pick<Settings, "docgateUrl" | "noticePath">;
  readonly configuration: ConfigurationCopy;
  readonly certificates: Certificates;
  /** Asks docgate to deliver the certificate to the notification URL. */
  readonly requestCertificate: () => Promise<void>;
  /** Files for the browser, by path. */
  readonly assets: ReadonlyMap<string, { readonly type: string; readonly text: string }>;
  readonly now: () => number;
  /** Called with an error that occurred after a notice was answered. */
  readonly onError: (error: unknown) => void;
}

/** The partner's routes: its page, the check of a token, and the notification URL. */
export function createApp(dependencies: AppDependencies): Hono {
  const { settings, configuration, certificates, requestCertificate } = dependencies;
  const { assets, now, onError } = dependencies;
  const { docgateUrl, noticePath } = settings;
  let received: readonly ReceivedNotice[] = [];
  const openPages = createOpenPages();

  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        // The search box comes from docgate.
        scriptSrc: ["'self'", `${docgateUrl}/assets/search.js`],
        styleSrc: ["'self'"],
        imgSrc: ["data:"],
        // The page signs in and searches at docgate directly, across origins.
        connectSrc: ["'self'", docgateUrl],
        formAction: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: "no-referrer",
      xFrameOptions: "DENY",
      // During a trial, the page may be served over http.
      strictTransportSecurity: false,
    }),
  );
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES }));

  app.get("/", (context) => {
    const page = renderPage({
      docgateUrl,
      configuration: configuration.current(),
      certificate: certificates.current(),
      hasSharedSecret: certificates.sharedSecret() !== "",
      received,
    });
    return context.html(page, 200, { "Cache-Control": "no-store" });
  });

  for (const [path, { type, text }] of assets) {
    app.get(path, (context) => context.body(text, 200, { "Content-Type": type }));
  }

  app.get("/events", (context) => openPages.stream(context));

  app.get("/ready", (context) => {
    const isReady = certificates.current() && configuration.current().contract;
    return isReady ? context.json({ ready: true }) : context.json({ ready: false }, 503);
  });

  app.post("/verify", async (context) => {
    const body: unknown = await context.req.json().catch(() => null);
    const token = (body as { access_token?: unknown } | null)?.access_token;
    const audience = configuration.current().contract?.key;
    if (typeof token !== "string" || audience === undefined) {
      return context.json({ valid: false, message: "There is no token, or no contract." }, 400);
    }
    try {
      const claims = await certificates.verify(token, { issuer: docgateUrl, audience });
      return context.json({ valid: true, claims });
    } catch (error) {
      return context.json({ valid: false, message: (error as Error).message }, 401);
    }
  });

  app.post(noticePath, async (context) => {
    const notice = parseNotice(await context.req.json().catch(() => null));
    if (notice === null) return context.body(null, 400);
    const arrival = { at: new Date(now()).toISOString(), kinds: kindsOf(notice) };
    received = [arrival, ...received].slice(0, NOTICES_SHOWN);
    openPages.announce();
    // docgate waits only a few seconds, so the work is done after the response.
    void follow(notice).then(openPages.announce, onError);
    return context.body(null, 204);
  });

  async function follow(notice: Notice): Promise<void> {
    if (notice.type === "certificate") return certificates.deliver(notice);
    if (notice.type === "certificate-gone") return certificates.clear();
    await configuration.refresh(notice.kinds);
    // The key may be bound to another certificate now.
    if (notice.kinds.includes("r_api_keys")) await requestCertificate();
  }

  return app;
}

function kindsOf(notice: Notice): readonly string[] {
  if (notice.type === "refresh") return notice.kinds;
  return [notice.type === "certificate" ? "r_cert" : "r_cert_delete"];
}
