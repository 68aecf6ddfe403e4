import * as z from "zod";
import type { Method, OperationResponse } from "../../http/operation.ts";

/** The body of every error of the admin API. */
export const errorBody = z
  .strictObject({
    message: z.string(),
    errors: z
      .array(
        z.strictObject({
          path: z.string().describe("Path to the field, such as `a.0`; empty for the whole input."),
          message: z.string(),
          suggestion: z
            .string()
            .optional()
            .describe("A value that was probably meant and would be accepted."),
        }),
      )
      .optional(),
    conflict: z
      .strictObject({
        by: z.string().optional().describe("Who it was, for those who may read `audit` or `team`."),
        at: z.iso.datetime(),
      })
      .optional()
      .describe("With 412: the change that was made in the meantime."),
  })
  .meta({ id: "Error" });

const DESCRIPTIONS = {
  400: "The request is wrong; each wrong or unknown field is named.",
  401: "Nobody is signed in, or the credentials are wrong.",
  403: "The permission is missing, or the request comes from a foreign page.",
  404: "Nothing that the path names exists in the organization.",
  409: "A name, an origin or a binding is taken, or the state does not allow it.",
  412: "`If-Match` names another version: someone else has changed it.",
  413: "The body is too large.",
  415: "The body is not declared as JSON, or as the media type that is expected.",
  429: "Too many failed attempts; `Retry-After` says when to try again.",
  503:
    "The store does not answer, or too many passwords are being checked; `Retry-After` says when " +
    "to try again.",
} as const;

type ErrorStatus = keyof typeof DESCRIPTIONS;

interface Form {
  readonly method: Method;
  readonly access: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
}

/** Describes the errors that follow from an operation's form, and additional ones. */
export function standardAnswers(
  form: Form,
  more: readonly ErrorStatus[],
): Record<number, OperationResponse> {
  const statuses: readonly ErrorStatus[] = [...new Set([...statusesOf(form), ...more])];
  return Object.fromEntries(statuses.map((status) => [status, answer(status)]));
}

function statusesOf({ method, access, params, query, body }: Form): ErrorStatus[] {
  const isRead = method === "get";
  return [
    ...(access === "anyone" ? ([403] as const) : ([401, 403] as const)),
    ...(params ? ([404] as const) : []),
    ...(isRead || !params ? [] : ([412] as const)),
    ...(isRead ? [] : ([400, 413, 415] as const)),
    ...(query ? ([400] as const) : []),
    ...(body && !isRead ? ([400] as const) : []),
    503,
  ];
}

function answer(status: ErrorStatus): OperationResponse {
  return { description: DESCRIPTIONS[status], body: errorBody };
}
