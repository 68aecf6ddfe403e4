import * as z from "zod";
import { findRow, type IdParams, idParams, pickFields, tagOf } from "../../resource.ts";
import { callsSchema } from "../../response-schemas.ts";
import { type AdminCall, type AdminRoute, type Answer, defineRoute } from "../../route.ts";
import { apiKeys } from "../api-key-routes.ts";

async function countCalls(call: AdminCall<IdParams>): Promise<Answer> {
  const queries = call.platform.store.read;
  const { id } = await findRow(apiKeys, { queries, call });
  const rows = await queries.calls.callsOf(id);
  return { status: 200, body: { items: rows.map((row) => pickFields(callsSchema, row)) } };
}

export const CALL_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/api-keys/{id}/calls",
      operationId: "countCalls",
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
    countCalls,
  ),
];
