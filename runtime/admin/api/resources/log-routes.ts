import * as z from "zod";
import type { Log } from "../../../store/log.ts";
import type { Queries } from "../../../store/queries.ts";
import { LIMIT_SCHEMA, pageLimit } from "../page-limit.ts";
import { pickFields } from "../resource.ts";
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

const tag = "Logs";

export const LOG_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/notices",
      operationId: "listNotices",
      summary: "Read the notice log",
      description:
        "What docgate sent to partners and what became of it, newest first. Send `nextBefore` " +
        "of the " +
        "answer as `before` for older ones.",
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
      method: "get",
      path: "/audit",
      operationId: "listAudit",
      summary: "Read the audit log",
      description:
        "Who changed what, newest first. Secrets are never in it. Send `nextBefore` of the " +
        "answer as " +
        "`before` for older entries.",
      tag,
      access: "audit",
      query: pageQuery,
      responses: { 200: { description: "A page", body: pageBody(auditSchema) } },
    },
    (call) => page({ schema: auditSchema, log: ({ audit }) => audit }, call),
  ),
];
