import { type Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { networkOf } from "../../http/network.ts";
import { honoPath } from "../../http/operation.ts";
import type { ServerBindings } from "../../http/server.ts";
import type { Platform } from "../../partner/platform.ts";
import type { Caller } from "../accounts/authenticate.ts";
import { deviceOf } from "../accounts/browser.ts";
import { Refusal, refusalOf } from "../refusal.ts";
import { admit } from "./admit.ts";
import { sessionCookie } from "./cookie.ts";
import { ADMIN_ROUTES } from "./operations.ts";
import { readInput } from "./read-input.ts";
import type { AdminRoute, Answer } from "./route.ts";

type AdminContext = Context<{ Bindings: ServerBindings }>;

export interface AdminOptions {
  /** Returns the client's address, for its guess budgets. */
  readonly clientAddress: (context: AdminContext) => string;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

/** Answers are never cached, sniffed, framed or shared with other sites (ATTACK-H111). */
const HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Creates the admin API, to be mounted at `ADMIN_BASE`. */
export function createAdmin(
  platform: Platform,
  { clientAddress, onError }: AdminOptions,
): Hono<{ Bindings: ServerBindings }> {
  const app = new Hono<{ Bindings: ServerBindings }>();
  const cookieName = sessionCookie(platform.publicUrl).name;

  async function serve({ operation, handle }: AdminRoute, context: AdminContext) {
    const cookie = getCookie(context, cookieName);
    const address = clientAddress(context);
    const header = (name: string) => context.req.header(name);
    const query = (name: string) => context.req.query(name);
    const caller = await admit(platform, { operation, cookie, header, query });
    const input = await readInput(operation, { req: context.req, platform });
    const answer = await handle({
      platform,
      // An open route does not use it.
      caller: caller as Caller,
      access: operation.access,
      ...input,
      header,
      search: new URL(context.req.url).search,
      address,
      browser: { cookie, network: networkOf(address), device: deviceOf(header("User-Agent")) },
    });
    return send(context, answer.text ? { ...answer, text: reported(answer.text) } : answer);
  }

  /** Reports an error in the middle of an answer, which then ends without its end. */
  async function* reported(text: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      yield* text;
    } catch (error) {
      onError(error);
      throw error;
    }
  }

  function answerError(error: unknown, context: AdminContext): Response {
    const refusal = refusalOf(error);
    if (refusal) return refuse(context, refusal);
    // The client hung up in the middle of its request, so nobody reads the answer.
    if ((error as NodeJS.ErrnoException).code === "ECONNRESET") return context.body(null, 400);
    onError(error);
    return context.json({ message: "Internal server error." }, 500);
  }

  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    await next();
  });
  function add(route: AdminRoute): void {
    const { method, path } = route.operation;
    app.on(method.toUpperCase(), honoPath(path), (context) =>
      serve(route, context).catch((error) => answerError(error, context)),
    );
  }

  // First the paths without parameters, which some of those with parameters match too.
  const isFixed = (path: string) => !path.includes("{");
  for (const isNow of [isFixed, (path: string) => !isFixed(path)]) {
    for (const route of ADMIN_ROUTES) if (isNow(route.operation.path)) add(route);
    for (const [path, methods] of methodsByPath()) {
      if (!isNow(path)) continue;
      app.all(honoPath(path), (context) => refuse(context, wrongMethod(methods)));
    }
  }
  app.all("*", (context) => refuse(context, nothingHere()));
  return app;
}

function send(context: AdminContext, { status, body, text, headers = {} }: Answer): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  if (text) {
    const bytes = ReadableStream.from(text).pipeThrough(new TextEncoderStream());
    return context.body(bytes as ReadableStream<Uint8Array<ArrayBuffer>>, status as 200);
  }
  return body === undefined
    ? context.body(null, status)
    : context.json(body as object, status as Exclude<typeof status, 204 | 303>);
}

function refuse(context: AdminContext, refusal: Refusal): Response {
  const { status, message, errors, headers, conflict } = refusal;
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  const body = { message, ...(errors.length > 0 && { errors }), ...(conflict && { conflict }) };
  return context.json(body, status);
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

function wrongMethod(methods: string): Refusal {
  const headers = { Allow: methods };
  return new Refusal(`The method must be one of: ${methods}.`, { status: 405, headers });
}

function nothingHere(): Refusal {
  return new Refusal("There is nothing at this path.", { status: 404 });
}
