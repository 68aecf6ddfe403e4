/** Base of the admin API, relative to the page. */
export const BASE = "./admin/api";

/** An error in one field of the request. */
export interface FieldError {
  /** Names separated by dots. */
  readonly path: string;
  readonly message: string;
  /** A value that was probably meant. */
  readonly suggestion?: string;
}

/** A change by somebody else; by whom, if the person may know that. */
export interface Conflict {
  readonly by?: string;
  readonly at: string;
}

/** A response that is not a success. `status` is 0 if there was no response at all. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly fields: readonly FieldError[];
  readonly conflict: Conflict | undefined;

  constructor(message: string, { status, fields = [], conflict }: ErrorOptions) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.conflict = conflict;
  }
}

interface ErrorOptions {
  readonly status: number;
  readonly fields?: readonly FieldError[];
  readonly conflict?: Conflict | undefined;
}

export interface RequestOptions {
  readonly method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Sent as JSON, unless it is a file. */
  readonly body?: unknown;
  /** The version to change; any other is answered with 412. */
  readonly etag?: string | undefined;
  /** The same for every attempt at one create. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Answer<Body> {
  readonly body: Body;
  /** The version of the resource in the response, if it has one. */
  readonly etag: string | undefined;
}

/**
 * Sends a request to the admin API on behalf of the signed-in administrator.
 *
 * @param path Below `/admin/api`, for example `/webhooks?limit=10`.
 * @throws {ApiError} For every response that is not a success.
 */
export async function request<Body>(
  path: string,
  { method = "GET", body, etag, idempotencyKey, signal }: RequestOptions = {},
): Promise<Answer<Body>> {
  const response = await send(path, {
    method,
    headers: {
      Accept: "application/json",
      ...(body !== undefined && {
        "Content-Type": body instanceof Blob ? "text/csv" : "application/json",
      }),
      ...(etag !== undefined && { "If-Match": etag }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw await readError(response);
  return {
    body: response.status === 204 ? (undefined as Body) : await response.json(),
    etag: response.headers.get("ETag") ?? undefined,
  };
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(BASE + path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError("docgate does not answer. Try again.", { status: 0 });
  }
}

async function readError(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  // A proxy in between may answer with something else.
  const isJson = headers.get("Content-Type")?.includes("json");
  const body = isJson ? await response.json() : {};
  const {
    message = `docgate answered ${status}.`,
    errors = [],
    conflict,
  } = body as {
    message?: string;
    errors?: FieldError[];
    conflict?: Conflict;
  };
  const wait = Number(headers.get("Retry-After"));
  const text = wait > 0 ? `${message} Wait ${duration(wait)}.` : message;
  return new ApiError(text, { status, fields: errors, conflict });
}

function duration(seconds: number): string {
  return seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
}
