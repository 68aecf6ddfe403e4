import { onTestFinished } from "vitest";
import type * as z from "zod";
import {
  createAdministrator,
  createAdminToken,
} from "../../runtime/admin/accounts/administrators.ts";
import {
  ADMIN_BASE,
  ADMIN_OPERATIONS,
  ADMIN_SECURITY,
} from "../../runtime/admin/api/operations.ts";
import { createAdmin } from "../../runtime/admin/api/routes.ts";
import { createOpenApi } from "../../runtime/http/openapi.ts";
import { createConformance } from "./conformance.ts";
import { openTestPlatform, type TestPlatform, type TestPlatformOptions } from "./platform.ts";

export const PASSWORD = "correct horse battery";

const conformance = createConformance(
  createOpenApi({
    info: { title: "Admin API", version: "1" },
    servers: [{ url: "https://docgate.test" }],
    securitySchemes: ADMIN_SECURITY,
    apis: [{ base: ADMIN_BASE, operations: ADMIN_OPERATIONS }],
  }),
);

export interface AdminCallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly text?: string;
  /** An admin token. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's address. */
  readonly address?: string;
  /** True if the answer's form is not documented: a wrong path or method. */
  readonly isUndocumented?: boolean;
}

export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  readonly json: any;
}

export type AdminRequest = (
  call: `${"GET" | "HEAD" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS" | "TRACE"} /${string}`,
  options?: AdminCallOptions,
) => Promise<AdminAnswer>;

/**
 * The admin API in this process. Answers are checked against its OpenAPI document (ATTACK-K140).
 */
export interface AdminApi extends TestPlatform {
  /** Sends requests without credentials. */
  readonly request: AdminRequest;
  /** Creates an administrator, and the organization if it is new. */
  addAdmin(admin: NewAdmin): Promise<TestAdmin>;
}

export interface NewAdmin {
  readonly organization: string;
  /** Default: all. */
  readonly permissions?: readonly string[];
}

export interface TestAdmin {
  readonly email: string;
  readonly token: string;
  /** Sends requests with the administrator's token. */
  readonly request: AdminRequest;
}

/** Opens the admin API for one test. */
export async function createAdminApi(options?: TestPlatformOptions): Promise<AdminApi> {
  const api = await openAdminApi(options);
  onTestFinished(api.close);
  return api;
}

/** Opens it for several tests: the caller closes it. */
export async function openAdminApi(options?: TestPlatformOptions): Promise<AdminApi> {
  const opened = await openTestPlatform(options);
  const { platform } = opened;
  const errors: unknown[] = [];
  const app = createAdmin(platform, {
    clientAddress: (context) => context.req.header("Test-Address") ?? "192.0.2.1",
    onError: (error) => void errors.push(error),
  });
  let count = 0;

  const request: AdminRequest = async (call, options = {}) => {
    const [method, path] = call.split(" ") as [string, string];
    const response = await app.request(path, { method, ...initOf(options) });
    const text = await response.text();
    const { status, headers } = response;
    const url = ADMIN_BASE + path;
    if (method !== "HEAD" && !options.isUndocumented) {
      conformance.check({ method, url, status, headers, bodyText: text });
    }
    const isJson = headers.get("Content-Type")?.includes("/json");
    return { status, headers, text, json: isJson && text !== "" ? JSON.parse(text) : undefined };
  };

  return {
    ...opened,
    errors,
    request,
    async addAdmin({ organization, permissions }) {
      const email = `admin${++count}@example.com`;
      const admin = { organization, email, password: PASSWORD, permissions };
      await createAdministrator(platform, admin);
      const { token } = await createAdminToken(platform, { email });
      const asAdmin: AdminRequest = (call, options) => request(call, { token, ...options });
      return { email, token, request: asAdmin };
    },
  };
}

function initOf({ body, text, token, headers, address }: AdminCallOptions): RequestInit {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const all = new Headers({
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(address !== undefined && { "Test-Address": address }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...headers,
  });
  // A server always receives it; a Request that is built in place does not have it.
  if (sent !== undefined) all.set("Content-Length", String(Buffer.byteLength(sent)));
  return { headers: all, ...(sent !== undefined && { body: sent }) };
}

/** Returns the names of a schema's fields. */
export function fieldsOf(schema: z.ZodObject): string[] {
  return Object.keys(schema.shape);
}
