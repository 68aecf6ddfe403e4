import { type Context, Hono } from "hono";
import type * as z from "zod";
import { hasCode } from "../../../corpus/error.ts";
import { readJson, validate } from "../../http/json.ts";
import type { ServerBindings } from "../../http/server.ts";
import type { ServedKey } from "../../store/rows.ts";
import type { AskRevision } from "../keys/store-revision.ts";
import type { Platform } from "../platform.ts";
import { parseMintCredentials } from "../secrets/credentials.ts";
import { confirmPasscode } from "../sign-in/passcode.ts";
import { refresh } from "../sign-in/refresh.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { authenticate, authorize, type Caller, forHandshake, forReads } from "./access.ts";
import { claimCode, issueCode } from "./handshake.ts";
import { mintToken } from "./mint.ts";
import { PARTNER_BASE, PARTNER_OPERATIONS } from "./operations.ts";
import { claimBody, passcodeBody, refreshBody, signInBody } from "./schemas.ts";

/** A body of the partner's side is a handful of short fields. */
const MAX_BODY_BYTES = 16 * 1024;
const PREFLIGHT_SECONDS = 600;
/** When to come again while more passwords wait than can be looked at, or the store is away. */
const RETRY_SECONDS = 5;

/** The methods of each path. */
const METHODS: ReadonlyMap<string, string> = new Map(
  PARTNER_OPERATIONS.map(({ path }) => [
    path,
    PARTNER_OPERATIONS.filter((operation) => operation.path === path)
      .map(({ method }) => method.toUpperCase())
      .join(", "),
  ]),
);

type PartnerContext = Context<{ Bindings: ServerBindings }>;

export interface PartnerOptions {
  /** The address of the client, for its guess budgets. */
  readonly clientAddress: (context: PartnerContext) => string;
  /** Told of every error that is no fault of a request. */
  readonly onError: (error: unknown) => void;
}

/**
 * The routes below `/v1`. Who comes here has passed the Origin gate, so its Origin may be echoed
 * (decision C3).
 */
export function createPartner(
  platform: Platform,
  { clientAddress, onError }: PartnerOptions,
): Hono<{ Bindings: ServerBindings }> {
  const app = new Hono<{ Bindings: ServerBindings }>();

  app.use(async (context, next) => {
    context.header("Access-Control-Allow-Origin", originOf(context));
    context.header("Vary", "Origin");
    context.header("Cache-Control", "no-store");
    context.header("X-Content-Type-Options", "nosniff");
    // HEAD runs no GET handler: it would issue a code (decision C16).
    if (context.req.method === "HEAD") return refuseMethod(context);
    if (context.req.method === "OPTIONS") return preflight(context);
    return next();
  });

  /** The gate has asked already. */
  function askFor({ env }: PartnerContext): AskRevision {
    return platform.served.revisionFor(env.incoming);
  }

  function callerOf(context: PartnerContext): Caller {
    return { authorization: context.req.header("Authorization"), ask: askFor(context) };
  }

  app.post("/auth/application_token", async (context) => {
    const [clientId = null, ...more] = context.req.queries("client_id") ?? [];
    const token = await mintToken(platform, {
      clientId: more.length === 0 ? clientId : null,
      credentials: parseMintCredentials(context.req.header("Authorization")),
      ask: askFor(context),
    }).catch((error) => {
      // On the wire a failure of ours looks like every other (§7).
      onError(error);
      platform.onRefusal("mint", "error");
      return null;
    });
    if (token === null) return context.json({ message: "Invalid request" }, 500);
    return succeed(context, JSON.stringify({ type: "Bearer", access_token: token }));
  });

  app.get("/resources/certificate", async (context) => {
    const caller = await authorize(platform, { ...callerOf(context), rule: forHandshake });
    const code = caller && (await issueCode(platform, caller, clientOf(context)));
    return code ? succeed(context, JSON.stringify({ code })) : context.env.drop();
  });

  app.post("/resources/certificate", async (context) => {
    const principal = await authenticate(platform, callerOf(context));
    if (!principal) return refuseToken(context);
    const body = await readBody(context, claimBody);
    if (body instanceof Response) return body;
    const claim = { clientId: clientOf(context), code: body.code };
    // The bindings are judged last, so that a claim while one is missing uses the code up (C8).
    const isRight = await claimCode(platform, principal, claim);
    return isRight ? context.json({ success: true }) : context.json({ success: false }, 401);
  });

  type Answer = (context: PartnerContext, key: ServedKey) => Response | Promise<Response>;

  function read(path: string, answer: Answer) {
    app.get(path, async (context) => {
      const caller = await authorize(platform, { ...callerOf(context), rule: forReads });
      return caller ? answer(context, caller) : refuseToken(context);
    });
  }

  read("/space/list", (context, { spaceList }) => succeed(context, spaceList));
  read("/resources/consumer-contract", (context, { contract }) => succeed(context, contract));
  read("/resources/consumer-policy", (context, { policy }) => succeed(context, policy));

  read("/resources/agent-front-settings", async (context, { organizationId, spaceIds }) => {
    const agentId = context.req.query("agentId") ?? "";
    const agent = await platform.store.read.agents.find({ organizationId, agentId });
    if (!agent || !spaceIds.includes(agent.spaceId)) {
      return fail(context, { status: 404, message: "Agent not found" });
    }
    return succeed(context, agent.frontSettings);
  });

  app.post("/auth/access_token", async (context) => {
    const body = await readBody(context, signInBody);
    if (body instanceof Response) return body;
    const from = { origin: originOf(context), address: clientAddress(context) };
    const result = await signIn(platform, { ...from, ...body });
    if (result.kind === "refused") return refuseSignIn(context);
    if (result.kind === "tokens") return answerTokens(context, result);
    return context.json({
      success: true,
      status: 200,
      statusCode: 201,
      message: "Verify",
      result: { hash: result.hash },
    });
  });

  app.post("/auth/otp/confirm", async (context) => {
    const body = await readBody(context, passcodeBody);
    if (body instanceof Response) return body;
    const from = { origin: originOf(context), address: clientAddress(context) };
    const result = await confirmPasscode(platform, { ...from, hash: body.token, pin: body.pin });
    if (result.kind === "tokens") return answerTokens(context, result);
    return context.json({ success: false, message: "Expired" });
  });

  app.post("/auth/refresh_token", async (context) => {
    const body = await readBody(context, refreshBody);
    if (body instanceof Response) return body;
    const origin = originOf(context);
    const result = await refresh(platform, { origin, refreshToken: body.refresh_token });
    return result.kind === "tokens" ? answerTokens(context, result) : refuseSignIn(context);
  });

  for (const path of METHODS.keys()) app.all(path, refuseMethod);
  app.all("*", (context) => fail(context, { status: 404, message: "Not found" }));
  app.onError((error, context) => {
    // The client hung up in the middle of its request: nobody reads the answer.
    if ((error as NodeJS.ErrnoException).code === "ECONNRESET") return context.body(null, 400);
    if (hasCode(error, "busy", "store-unavailable", "store-busy")) {
      context.header("Retry-After", String(RETRY_SECONDS));
      return fail(context, { status: 503, message: "Too busy, try again" });
    }
    onError(error);
    return fail(context, { status: 500, message: "Internal server error" });
  });
  return app;
}

/** The gate let exactly one Origin through. */
function originOf(context: PartnerContext): string {
  return context.req.header("Origin")!;
}

/** The query's client id, if there is exactly one. */
function clientOf(context: PartnerContext): string | null {
  const ids = context.req.queries("client_id") ?? [];
  return ids.length === 1 ? ids[0]! : null;
}

/** The envelope of §2 around a payload that is JSON text already. */
function succeed(context: PartnerContext, result: string): Response {
  const body = `{"success":true,"status":200,"message":"OK","result":${result}}`;
  return context.body(body, 200, { "Content-Type": "application/json" });
}

interface Failure {
  readonly status: 400 | 401 | 404 | 405 | 500 | 503;
  readonly message: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

function fail(context: PartnerContext, { status, message, errors }: Failure): Response {
  return context.json({ success: false, status, message, errors }, status);
}

function refuseToken(context: PartnerContext): Response {
  return fail(context, { status: 401, message: "Invalid token" });
}

function refuseSignIn(context: PartnerContext): Response {
  return context.json({ success: false, status: 406 });
}

function answerTokens(
  context: PartnerContext,
  tokens: { readonly accessToken: string; readonly refreshToken: string },
): Response {
  const { accessToken, refreshToken } = tokens;
  const result = { access_token: accessToken, refresh_token: refreshToken };
  return context.json({ success: true, status: 200, statusCode: 200, result });
}

/** @returns the body, or the 400 that says what is wrong with it (decisions C8 and C9) */
async function readBody<Schema extends z.ZodType>(
  context: PartnerContext,
  schema: Schema,
): Promise<z.output<Schema> | Response> {
  const json = await readJson(context.req.raw, { maxBytes: MAX_BODY_BYTES });
  if (!json.ok) {
    const { message, errors, headers } = json;
    const response = fail(context, { status: 400, message, errors });
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }
  const body = validate(schema, json.value);
  if (body.ok) return body.value;
  const message = "The body does not have the expected shape.";
  return fail(context, { status: 400, message, errors: body.errors });
}

function allowedMethods(context: PartnerContext): string | undefined {
  return METHODS.get(context.req.path.slice(PARTNER_BASE.length));
}

function refuseMethod(context: PartnerContext): Response {
  const allowed = allowedMethods(context);
  if (allowed === undefined) return fail(context, { status: 404, message: "Not found" });
  const response = fail(context, { status: 405, message: `The method must be ${allowed}` });
  response.headers.set("Allow", `${allowed}, OPTIONS`);
  return response;
}

/** The Fetch standard's question before a call from a browser. */
function preflight(context: PartnerContext): Response {
  const allowed = allowedMethods(context);
  if (allowed === undefined) return fail(context, { status: 404, message: "Not found" });
  return context.body(null, 204, {
    "Access-Control-Allow-Methods": allowed,
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
  });
}
