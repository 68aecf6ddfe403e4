import { Buffer, isUtf8 } from "node:buffer";
import type * as z from "zod";
import { findJsonFault, placeOf } from "./json-scan.ts";
import { isJson } from "./media-type.ts";
import { readBody } from "./read-body.ts";

/** A fault in a body, as sent to the client. */
export interface FieldError {
  /** The path to the field, as `a.b.0`; empty for the whole body. */
  readonly path: string;
  readonly message: string;
  /** A value that was probably meant and would be accepted. */
  readonly suggestion?: string;
}

export interface JsonRefusal {
  readonly ok: false;
  readonly status: 400 | 413 | 415;
  readonly message: string;
  readonly errors: readonly FieldError[];
  /** Headers to send with the answer. */
  readonly headers: Readonly<Record<string, string>>;
}

export type JsonResult = { readonly ok: true; readonly value: unknown } | JsonRefusal;

export type Validation<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Maximum nesting of objects and arrays, including the outermost. */
export const MAX_DEPTH = 32;

/** Limits the size of answers, however many errors there are. */
export const MAX_ERRORS = 100;
const MAX_PATH_LENGTH = 200;

/**
 * Reads a request's body as I-JSON (RFC 7493), of at most `maxBytes`.
 *
 * A body above the limit is not read to its end, so its refusal closes the connection.
 *
 * @throws the error of the body's stream if the client disconnects
 */
export async function readJson(
  request: Request,
  { maxBytes }: { maxBytes: number },
): Promise<JsonResult> {
  if (!isJson(request.headers.get("Content-Type") ?? "")) {
    return refuse("Content-Type must be application/json, in UTF-8.", { status: 415 });
  }
  const bytes = await readBody(request, maxBytes);
  if (bytes === null) return tooLarge(maxBytes);
  if (bytes.length === 0) return refuse("The body is empty: expected JSON.");
  if (!isUtf8(bytes)) return refuse(`The body is not UTF-8 at byte ${validLength(bytes)}.`);
  return parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
}

/**
 * Reads a request's body as text in UTF-8, of at most `maxBytes`; a byte order mark is removed.
 *
 * @throws the error of the body's stream if the client disconnects
 */
export async function readText(
  request: Request,
  { mediaType, maxBytes }: { readonly mediaType: string; readonly maxBytes: number },
): Promise<JsonResult> {
  const [given] = (request.headers.get("Content-Type") ?? "").split(";", 1);
  if (given!.trim().toLowerCase() !== mediaType) {
    return refuse(`Content-Type must be ${mediaType}, in UTF-8.`, { status: 415 });
  }
  const bytes = await readBody(request, maxBytes);
  if (bytes === null) return tooLarge(maxBytes);
  if (!isUtf8(bytes)) return refuse(`The body is not UTF-8 at byte ${validLength(bytes)}.`);
  return { ok: true, value: new TextDecoder("utf-8").decode(bytes) };
}

function tooLarge(maxBytes: number): JsonRefusal {
  const headers = { Connection: "close" };
  return refuse(`The body must not exceed ${maxBytes} bytes.`, { status: 413, headers });
}

/**
 * Validates a value against a schema.
 *
 * @returns the schema's output, or one error for each wrong or unknown field; no message repeats a
 *   value
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Validation<z.output<Schema>> {
  const result = schema.safeParse(value, { error: requireField });
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, errors: result.error.issues.flatMap(toErrors).slice(0, MAX_ERRORS) };
}

/** Returns the number of bytes before the first one that is not valid UTF-8. */
function validLength(bytes: Uint8Array): number {
  const again = Buffer.from(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  const index = bytes.findIndex((byte, position) => byte !== again[position]);
  return index === -1 ? bytes.length : index;
}

/** Parses with a scan for faults, because the messages of `JSON.parse` repeat parts of the text. */
function parse(text: string): JsonResult {
  const fault = findJsonFault(text, { maxDepth: MAX_DEPTH });
  if (fault === null) return { ok: true, value: JSON.parse(text) };
  const { line, column } = placeOf(text, fault.offset);
  const message = `Line ${line}, column ${column}: ${fault.message}`;
  return refuse(message, { path: formatPath(fault.path) });
}

interface RefuseOptions {
  readonly status?: JsonRefusal["status"];
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

function refuse(
  message: string,
  { status = 400, headers = {}, path = "" }: RefuseOptions = {},
): JsonRefusal {
  return { ok: false, status, message, errors: [{ path, message }], headers };
}

/** Replaces zod's default message for a missing field, which says that undefined was received. */
function requireField({ code, input }: z.core.$ZodRawIssue): string | undefined {
  return code === "invalid_type" && input === undefined ? "This field is required." : undefined;
}

function toErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code !== "unrecognized_keys") {
    const { suggestion } = (issue.code === "custom" && issue.params) || {};
    const fault = { path: formatPath(issue.path), message: issue.message };
    return [suggestion === undefined ? fault : { ...fault, suggestion }];
  }
  return issue.keys.map((key) => ({
    path: formatPath([...issue.path, key]),
    message: "Unknown field.",
  }));
}

function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map(String).join(".");
  return text.length > MAX_PATH_LENGTH ? `${text.slice(0, MAX_PATH_LENGTH)}…` : text;
}
