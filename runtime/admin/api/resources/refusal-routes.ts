import * as z from "zod";
import { findRow, type IdParams, idParams, pickFields, tagOf } from "../resource.ts";
import { callsSchema, refusalsSchema } from "../response-schemas.ts";
import { type AdminCall, type AdminRoute, type Answer, defineRoute } from "../route.ts";
import { apiKeys } from "./api-key-routes.ts";
import { answerPage, pageBody, pageQuery } from "./log-page.ts";

const query = pageQuery.extend({
  apiKeyId: z.string().max(100).optional().describe("Only refusals of this key's partner."),
});

/** Reads one entry more than requested, to find out whether there are older ones. */
async function listRefusals({
  platform: { store },
  caller,
  query: { limit, ...filter },
}: AdminCall<unknown, z.output<typeof query>>): Promise<Answer> {
  // Requests of unknown Origins belong to nobody: with several organizations, nobody sees them.
  const hasStrangers = (await store.read.organizations.count({})) === 1;
  const page = { ...filter, limit: limit + 1, hasStrangers };
  const rows = await store.read.calls.refusals(caller.admin.organizationId, page);
  return answerPage({ rows, limit, schema: refusalsSchema });
}

async function listCalls(call: AdminCall<IdParams>): Promise<Answer> {
  const queries = call.platform.store.read;
  const { id } = await findRow(apiKeys, { queries, call });
  const rows = await queries.calls.callsOf(id);
  return { status: 200, body: { items: rows.map((row) => pickFields(callsSchema, row)) } };
}

export const REFUSAL_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/refusals",
      operationId: "listRefusals",
      summary: "Read why partners were refused, newest first",
      description:
        "Partners are not told why. Requests are counted by the hour and written down within a " +
        "minute; they are kept for 30 days, the newest 100,000 entries.",
      tag: "Logs",
      access: "audit",
      query,
      responses: {
        200: {
          description: "A page",
          body: pageBody(refusalsSchema),
        },
      },
    },
    listRefusals,
  ),
  defineRoute(
    {
      method: "get",
      path: "/api-keys/{id}/calls",
      operationId: "listCalls",
      summary: "Read how often an API key's partner called, and what came of it",
      description: "By the hour for the last 24 hours, and by the day for the last 30 days.",
      tag: tagOf(apiKeys),
      access: "api-keys",
      params: idParams,
      responses: {
        200: {
          description: "The counts, in order of time",
          body: z.strictObject({ items: z.array(callsSchema) }),
        },
      },
    },
    listCalls,
  ),
];
