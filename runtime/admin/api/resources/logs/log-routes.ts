import * as z from "zod";
import { resendNotice } from "../../../../partner/chain/resend.ts";
import { idParams, runAs } from "../../resource.ts";
import { type AdminCall, type AdminRoute, type Answer, defineRoute } from "../../route.ts";
import { EXPORT_FORMATS, exportLog } from "./log-export.ts";
import { answerPage, pageBody, pageQuery } from "./log-page.ts";
import { AUDIT, CALLS, type LogKind, NOTICES, REFUSALS } from "./log-query.ts";

/** Reads one entry more than requested, to find out whether there are older ones. */
async function page<Row extends { readonly id: string }>(
  { schema, log, conditionsOf }: LogKind<Row>,
  { platform, caller, query }: AdminCall<unknown, z.output<typeof pageQuery>>,
): Promise<Answer> {
  const { limit, before, ...filter } = query;
  const rows = await log(platform.store.read).page(caller.admin.organizationId, {
    ...conditionsOf(filter),
    limit: limit + 1,
    before,
  });
  return answerPage({ rows, limit, schema });
}

const tag = "Logs";
const access = "audit";

/** Declares the routes that read a log: its pages, and the whole of it in each form. */
function logRoutes<Row extends { readonly id: string }, Filter extends z.ZodObject>(
  written: LogKind<Row, Filter>,
  { description }: { readonly description?: string } = {},
): AdminRoute[] {
  // The routes need not know the filters.
  const kind = written as unknown as LogKind<Row>;
  const { name, plural, schema, filter } = kind;
  const Name = name[0]!.toUpperCase() + name.slice(1);
  return [
    defineRoute(
      {
        method: "get",
        path: `/${name}`,
        operationId: `list${Name}`,
        summary: `List the ${plural}, newest first`,
        ...(description !== undefined && { description }),
        tag,
        access,
        query: pageQuery.extend(filter.shape) as typeof pageQuery,
        responses: { 200: { description: "A page", body: pageBody(schema) } },
      },
      (call) => page(kind, call),
    ),
    ...EXPORT_FORMATS.map((format) =>
      defineRoute(
        {
          method: "get",
          path: `/${name}.${format.extension}`,
          operationId: `export${Name}As${format.extension === "csv" ? "Csv" : "Ndjson"}`,
          summary: `Export the ${plural} as ${format.title}, newest first`,
          tag,
          access,
          query: filter,
          responses: {
            200: {
              description: "All that match",
              body: z.string(),
              mediaType: format.mediaType,
              headers: z.object({ "Content-Disposition": z.string() }),
            },
          },
        },
        async (call) => exportLog({ kind, format }, call),
      ),
    ),
  ];
}

export const LOG_ROUTES: readonly AdminRoute[] = [
  ...logRoutes(NOTICES),
  ...logRoutes(AUDIT),
  ...logRoutes(REFUSALS, {
    description:
      "Partners are not told why they were refused. Requests are counted by the hour and written down " +
      "within a minute; they are kept for 30 days, the newest 100,000 entries.",
  }),
  ...logRoutes(CALLS, {
    description:
      "Kept for 24 hours, and only while the operator has switched it on (`DOCGATE_CALL_LOG`): then the " +
      "answers to partners have an `X-Request-Id`. Without tokens, queries and bodies; written down " +
      "within a minute, at most 10,000 in a minute.",
  }),
  defineRoute(
    {
      method: "get",
      path: "/audit/actors",
      operationId: "listAuditActors",
      summary: "List who is in the audit log",
      tag,
      access,
      responses: {
        200: {
          description: "At most 200, in alphabetical order",
          body: z.strictObject({ items: z.array(z.string()) }),
        },
      },
    },
    async ({ platform, caller }) => ({
      status: 200,
      body: {
        items: await platform.store.read.audit.distinct(caller.admin.organizationId, "admin"),
      },
    }),
  ),
  defineRoute(
    {
      method: "post",
      path: "/notices/{id}/resend",
      operationId: "resendNotice",
      summary: "Send a notice once more",
      description:
        "Sends a notice of the same kinds to the webhook that the API key has now, with a separate " +
        "entry. A certificate delivery carries the certificate that is bound now.",
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
];
