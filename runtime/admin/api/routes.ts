import { type Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { honoPath } from "../../http/operation.ts";
import type { ServerBindings } from "../../http/server.ts";
import type { Platform } from "../../partner/platform.ts";
import { authenticate, type Caller, expectAccess } from "../accounts/authenticate.ts";
import { Refusal, refusalOf } from "../refusal.ts";
import { sessionCookie } from "./cookie.ts";
import { ADMIN_ROUTES } from "./operations.ts";
import { readInput } from "./read-input.ts";
import type { AdminOperation, AdminRoute } from "./route.ts";
import { isFromElsewhere, isFromOwnSite } from "./same-origin.ts";

type AdminContext = Context<{ Bindings: ServerBindings }>;

export interface AdminOptions {
  /** The address of the client, for its guess budgets. */
  readonly clientAddress: (context: AdminContext) => string;
  /** Told of every error that is no fault of a request. */
  readonly onError: (error: unknown) => void;
}

/** No answer may be kept, guessed at, framed or told to other sites (H111). */
const HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The admin API, to be mounted at `ADMIN_BASE`. */
export function createAdmin(
  platform: Platform,
  { clientAddress, onError }: AdminOptions,
): Hono<{ Bindings: ServerBindings }> {
  const app = new Hono<{ Bindings: ServerBindings }>();
  const consoleOrigin = new URL(platform.publicUrl).origin;
  const cookieName = sessionCookie(platform.publicUrl).name;

  async function serve({ operation, handle }: AdminRoute, context: AdminContext) {
    const cookie = getCookie(context, cookieName);
    const authorization = context.req.header("Authorization");
    const source = {
      host: context.req.header("Host"),
      origin: context.req.header("Origin"),
      site: context.req.header("Sec-Fetch-Site"),
    };
    const caller = await admit(operation, { authorization, cookie, source });
    const input = await readInput(operation, context);
    const { status, body, headers } = await handle({
      platform,
      // An open route does not look at it.
      caller: caller as Caller,
      access: operation.access,
      ...input,
      header: (name) => context.req.header(name),
      address: clientAddress(context),
      cookie,
    });
    for (const [name, value] of Object.entries(headers ?? {})) context.header(name, value);
    return body === undefined
      ? context.body(null, status)
      : context.json(body as object, status as Exclude<typeof status, 204>);
  }

  interface Request {
    readonly authorization: string | undefined;
    readonly cookie: string | undefined;
    readonly source: Parameters<typeof isFromOwnSite>[0];
  }

  /** First who it is, then where it comes from, then what it may do. */
  async function admit(
    { access, method }: AdminOperation,
    { authorization, cookie, source }: Request,
  ): Promise<Caller | null> {
    if (access === "anyone") {
      if (isFromElsewhere(source, consoleOrigin)) throw foreignPage();
      return null;
    }
    const caller = await authenticate(platform, { authorization, cookie });
    const isByCookie = caller.sessionHash !== null;
    if (isByCookie && method !== "get" && !isFromOwnSite(source, consoleOrigin)) {
      throw foreignPage();
    }
    expectAccess(caller.admin, access);
    return caller;
  }

  function answerError(error: unknown, context: AdminContext): Response {
    const refusal = refusalOf(error);
    if (!refusal) return answerFailure(error, context);
    const { status, message, errors, headers } = refusal;
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return context.json({ message, ...(errors.length > 0 && { errors }) }, status);
  }

  function answerFailure(error: unknown, context: AdminContext): Response {
    // The client hung up in the middle of its request: nobody reads the answer.
    if ((error as NodeJS.ErrnoException).code === "ECONNRESET") return context.body(null, 400);
    onError(error);
    return context.json({ message: "Internal server error." }, 500);
  }

  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    await next();
  });
  for (const route of ADMIN_ROUTES) {
    const { method, path } = route.operation;
    app.on(method.toUpperCase(), honoPath(path), (context) =>
      serve(route, context).catch((error) => answerError(error, context)),
    );
  }
  for (const [path, methods] of methodsByPath()) {
    app.all(honoPath(path), (context) => answerError(wrongMethod(methods), context));
  }
  app.all("*", (context) => answerError(nothingHere(), context));
  return app;
}

function methodsByPath(): Map<string, string> {
  const routes = Map.groupBy(ADMIN_ROUTES, ({ operation }) => operation.path);
  return new Map(
    Array.from(routes, ([path, members]) => {
      const methods = members.map(({ operation }) => operation.method.toUpperCase());
      return [
        path,
        methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : name)).join(", "),
      ];
    }),
  );
}

function foreignPage(): Refusal {
  const message = "A request that changes anything must come from the console's own origin.";
  return new Refusal(message, { status: 403 });
}

function wrongMethod(methods: string): Refusal {
  const headers = { Allow: methods };
  return new Refusal(`The method must be one of: ${methods}.`, { status: 405, headers });
}

function nothingHere(): Refusal {
  return new Refusal("There is nothing at this path.", { status: 404 });
}
