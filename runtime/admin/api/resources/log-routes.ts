import * as z from "zod";
import { resendNotice } from "../../../partner/chain/resend.ts";
import type { Log } from "../../../store/log.ts";
import type { Queries } from "../../../store/queries.ts";
import { LIMIT_SCHEMA, pageLimit } from "../page-limit.ts";
import { idParams, pickFields, runAs } from "../resource.ts";
import { auditSchema, noticeSchema } from "../response-schemas.ts";
import { type AdminCall, type AdminRoute, type Answer, defineRoute } from "../route.ts";

const DEFAULT_LIMIT = 50;

const pageQuery = z.strictObject({
  limit: pageLimit
    .default(DEFAULT_LIMIT)
    .meta({ override: { ...LIMIT_SCHEMA, default: DEFAULT_LIMIT } }),
  before: z.string().max(100).optional().describe("Only entries older than the one with this id."),
});

type PageQuery = z.output<typeof pageQuery> & { readonly apiKeyId?: string | undefined };

interface LogPage<Row> {
  readonly schema: z.ZodObject;
  readonly log: (queries: Queries) => Pick<Log<Row>, "page">;
}

/** Reads one entry more than requested, to find out whether there are older ones. */
async function page<Row extends { readonly id: string }>(
  { schema, log }: LogPage<Row>,
  { platform, caller, query }: AdminCall<unknown, PageQuery>,
): Promise<Answer> {
  const { limit, before, apiKeyId } = query;
  const rows = await log(platform.store.read).page(caller.admin.organizationId, {
    limit: limit + 1,
    before,
    apiKeyId,
  });
  const items = rows.slice(0, limit);
  const nextBefore = rows.length > limit ? items.at(-1)!.id : null;
  return { status: 200, body: { items: items.map((row) => pickFields(schema, row)), nextBefore } };
}

function pageBody(schema: z.ZodObject): z.ZodObject {
  return z.strictObject({
    items: z.array(schema),
    nextBefore: z.string().nullable().describe("`before` of the next page; null at the end."),
  });
}

const tag = "logs";

export const LOG_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/notices",
      operationId: "listNotices",
      summary: "Read the log of notices, newest first",
      tag,
      access: "audit",
      query: pageQuery.extend({
        apiKeyId: z.string().max(100).optional().describe("Only notices to this key's partner."),
      }),
      responses: { 200: { description: "A page", body: pageBody(noticeSchema) } },
    },
    (call) => page({ schema: noticeSchema, log: ({ notices }) => notices }, call),
  ),
  defineRoute(
    {
      method: "post",
      path: "/notices/{id}/resend",
      operationId: "resendNotice",
      summary: "Send a notice once more",
      description:
        "Sends a notice of the same kinds to the webhook that the API key has now, with an entry of its " +
        "own. A certificate delivery carries the certificate that is bound now.",
      tag,
      access: "api-keys:w",
      params: idParams,
      responses: {
        202: {
          description: "The notice is being sent",
          body: z.strictObject({ notices: z.array(z.string()).length(1) }),
        },
      },
      errors: [409],
    },
    async (call) => {
      const { noticeIds } = await runAs(call, (change) => resendNotice(change, call.params.id));
      return { status: 202, body: { notices: noticeIds } };
    },
  ),
  defineRoute(
    {
      method: "get",
      path: "/audit",
      operationId: "listAudit",
      summary: "Read the audit log, newest first",
      tag,
      access: "audit",
      query: pageQuery,
      responses: { 200: { description: "A page", body: pageBody(auditSchema) } },
    },
    (call) => page({ schema: auditSchema, log: ({ audit }) => audit }, call),
  ),
];
