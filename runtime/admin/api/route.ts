import type * as z from "zod";
import type { Operation, OperationResponse } from "../../http/operation.ts";
import type { Platform } from "../../partner/platform.ts";
import type { Access, Caller } from "../accounts/authenticate.ts";
import type { Browser } from "../accounts/browser.ts";
import { standardAnswers } from "./standard-answers.ts";

/** An operation of the admin API; the permission table is generated from these (ATTACK-H104). */
export interface AdminOperation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
> extends Operation<Params, Query, Body> {
  readonly access: Access;
  /** The query parameter with which nobody need be signed in: the caller is then null. */
  readonly nobody?: string;
  /** True: not for admin tokens. */
  readonly sessionOnly?: true;
  /** True: other sites lead browsers here. */
  readonly isFromElsewhere?: true;
  /** Maximum size of the body. Default: 100 KiB. */
  readonly maxBytes?: number;
  /** Returns the body's schema with rules that depend on settings. Default: `body`. */
  readonly bodyFor?: (platform: Platform) => z.ZodType<z.output<Body>>;
}

/** The input of a handler, after the request was checked. */
export interface Call<Params, Query, Body> {
  readonly platform: Platform;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  header(name: string): string | undefined;
  /** The query as it was sent, with its question mark; empty if there is none. */
  readonly search: string;
  /** The address of the client. */
  readonly address: string;
  readonly browser: Browser;
}

/** The input of a handler for administrators. */
export interface AdminCall<Params = unknown, Query = unknown, Body = unknown>
  extends Call<Params, Query, Body> {
  readonly caller: Caller;
  /** The permission that the operation requires. */
  readonly access: Access;
}

export interface Answer {
  readonly status: 200 | 201 | 202 | 204 | 303;
  /** Sent as JSON. Default: no body. */
  readonly body?: unknown;
  /** Sent as it is, while it is made; the headers say what it is. */
  readonly text?: AsyncIterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An operation and its handler. */
export interface AdminRoute {
  readonly operation: AdminOperation;
  // The types of the inputs are the operation's, which differ.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly handle: (call: AdminCall<any, any, any>) => Promise<Answer>;
}

/** An operation as written by hand; the properties that follow from these are added. */
type RouteDefinition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
> = Omit<AdminOperation<Params, Query, Body>, "security" | "responses"> & {
  readonly responses: Readonly<Record<number, OperationResponse>>;
  /** Error statuses that do not follow from the operation's form. */
  readonly errors?: readonly (401 | 404 | 409 | 429)[];
};

type NoFields = z.ZodObject<Record<never, never>>;

/** Declares a route for administrators. */
export function defineRoute<
  Params extends z.ZodObject = NoFields,
  Query extends z.ZodObject = NoFields,
  Body extends z.ZodType = z.ZodUndefined,
>(
  written: RouteDefinition<Params, Query, Body>,
  handle: (call: AdminCall<z.output<Params>, z.output<Query>, z.output<Body>>) => Promise<Answer>,
): AdminRoute {
  return { operation: complete(written), handle };
}

/** Declares a route for everyone: nobody is authenticated. */
export function defineOpenRoute<Body extends z.ZodType>(
  written: Omit<RouteDefinition<NoFields, NoFields, Body>, "access">,
  handle: (call: Call<unknown, unknown, z.output<Body>>) => Promise<Answer>,
): AdminRoute {
  return { operation: complete({ ...written, access: "anyone" }), handle };
}

function complete<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType>(
  written: RouteDefinition<Params, Query, Body>,
): AdminOperation {
  const { errors = [], responses, ...operation } = written;
  const isOpen = operation.access === "anyone";
  return {
    ...operation,
    description: [accessText(operation.access), operation.description].filter(Boolean).join(" "),
    security: isOpen ? [] : ["adminSession", ...(operation.sessionOnly ? [] : ["adminToken"])],
    responses: { ...responses, ...standardAnswers(operation, errors) },
  } as AdminOperation;
}

function accessText(access: Access): string {
  if (access === "anyone") return "";
  if (access === "administrator") return "For every administrator.";
  return access === "signed-in"
    ? "For every administrator, also before a second factor that the organization requires."
    : `Needs \`${access}\`.`;
}
