import type { NoticeHandler } from "docgate/partner";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { secureHeaders } from "hono/secure-headers";
import type { OpenPages } from "./live.ts";
import type { Partner } from "./notices.ts";
import { renderPage } from "./page.ts";
import type { Settings } from "./settings.ts";

const MAX_BODY_BYTES = 64 * 1024;

export interface AppDependencies {
  readonly settings: Pick<Settings, "docgateUrl" | "noticePath">;
  readonly partner: Partner;
  readonly handleNotice: NoticeHandler;
  readonly openPages: OpenPages;
  /** Files for the browser, by path. */
  readonly assets: ReadonlyMap<string, { readonly type: string; readonly text: string }>;
}

/** The partner's routes: its page, the check of a token, and the notification URL. */
export function createApp(dependencies: AppDependencies): Hono {
  const { settings, partner, handleNotice, openPages, assets } = dependencies;
  const { configuration, verifier } = partner;
  const { docgateUrl, noticePath } = settings;

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
      certificate: verifier.certificate(),
      hasSharedSecret: partner.sharedSecret !== "",
      received: partner.received,
    });
    return context.html(page, 200, { "Cache-Control": "no-store" });
  });

  for (const [path, { type, text }] of assets) {
    app.get(path, (context) => context.body(text, 200, { "Content-Type": type }));
  }

  app.get("/events", (context) => openPages.stream(context));

  app.get("/ready", (context) => {
    const isReady = verifier.certificate() && configuration.current().contract;
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
      const claims = await verifier.verify(token, { audience });
      return context.json({ valid: true, claims });
    } catch (error) {
      return context.json({ valid: false, message: (error as Error).message }, 401);
    }
  });

  app.post(noticePath, (context) => handleNotice(context.req.raw));

  return app;
}
