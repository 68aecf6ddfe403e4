import * as z from "zod";
import type { OwnedRow } from "../../store/rows.ts";
import type { Where } from "../../store/table.ts";
import { Refusal } from "../refusal.ts";
import { type Attempt, findEarlier, readIdempotencyKey, remember } from "./idempotency.ts";
import { queryFlag } from "./query-flag.ts";
import {
  etagHeader,
  operationId,
  type Resource,
  runAs,
  showRow,
  singleBody,
  tagOf,
  tryAs,
  withArticle,
} from "./resource.ts";
import type { AnyRoutes, SaveResult } from "./resource-kind.ts";
import { type AdminCall, type AdminRoute, type Answer, defineRoute } from "./route.ts";

const dryRun = queryFlag.describe(
  "Creates nothing: the answer is 204 if it could be created, else the refusal.",
);

/** Declares the route that creates, which a client may safely retry (ATTACK-D41). */
export function createRoute<Row extends OwnedRow>(routes: AnyRoutes<Row>): AdminRoute {
  const { resource, createBody, createDescription, secret = {}, fieldsFor } = routes;
  const { collection, noun, permission } = resource;
  const optionalSecret = z.object(secret).partial().shape;
  return defineRoute(
    {
      method: "post",
      path: `/${collection}`,
      operationId: operationId("create", resource),
      summary: `Create ${withArticle(noun)}`,
      description: createDescription,
      tag: tagOf(resource),
      access: `${permission}:w`,
      query: z.strictObject({ dryRun, ...resource.view?.shape }),
      headers: z.object({
        "Idempotency-Key": z
          .string()
          .optional()
          .describe("A retry with the same key and body gets the same answer without secrets."),
      }),
      body: createBody,
      ...(fieldsFor && { bodyFor: (platform) => createBody.extend(fieldsFor(platform)) }),
      responses: {
        201: {
          description: "Created, now or by an earlier attempt with the same Idempotency-Key.",
          body: singleBody(resource, optionalSecret),
          headers: etagHeader.extend({
            Location: z.string().describe("Its path, relative to this one."),
          }),
        },
        204: { description: "With `dryRun`: it could be created." },
      },
      errors: [409],
    },
    (call) => create(routes, call),
  );
}

type Query = { readonly dryRun?: "true" | "false" | undefined };

async function create<Row extends OwnedRow>(
  routes: AnyRoutes<Row>,
  call: AdminCall<unknown, Query>,
): Promise<Answer> {
  const { resource } = routes;
  const { platform } = call;
  if (call.query.dryRun === "true") {
    await tryAs(call, await routes.create(call, call.body));
    return { status: 204 };
  }
  const attempt = attemptOf(call, resource);
  const earlier = await earlierRow(resource, { call, attempt, queries: platform.store.read });
  if (earlier) return createdAnswer(resource, { call, row: earlier });
  const work = await routes.create(call, call.body);
  const { result } = await runAs(call, async (change): Promise<SaveResult<Row>> => {
    // Of two simultaneous attempts, the second finds what the first created.
    const raced = await earlierRow(resource, { call, attempt, queries: change.tx });
    if (raced) return { row: raced };
    const created = await work(change);
    if (attempt) await remember(change.tx, { platform, attempt, resourceId: created.row.id });
    return created;
  });
  return createdAnswer(resource, { call, ...result });
}

function attemptOf(
  call: AdminCall,
  { collection }: { readonly collection: string },
): Attempt | undefined {
  const key = readIdempotencyKey(call.header("Idempotency-Key"));
  if (key === undefined) return undefined;
  return { adminId: call.caller.admin.id, key, collection, body: call.body };
}

interface Look {
  readonly call: AdminCall;
  readonly attempt: Attempt | undefined;
  readonly queries: Parameters<typeof findEarlier>[0];
}

/** Finds the row of an earlier attempt. @throws {Refusal} 409 if it has been deleted since */
async function earlierRow<Row extends OwnedRow>(
  resource: Resource<Row>,
  { call, attempt, queries }: Look,
): Promise<Row | undefined> {
  if (!attempt) return undefined;
  const id = await findEarlier(queries, { platform: call.platform, attempt });
  if (id === undefined) return undefined;
  const { organizationId } = call.caller.admin;
  const row = await resource.table(queries).find({ id, organizationId } as Where<Row>);
  if (row) return row;
  throw new Refusal("The item created with this Idempotency-Key has since been deleted.", {
    status: 409,
  });
}

async function createdAnswer<Row extends OwnedRow>(
  resource: Resource<Row>,
  { call, row, secret }: SaveResult<Row> & { readonly call: AdminCall },
): Promise<Answer> {
  const { body, headers } = await showRow(resource, { row, call });
  // Relative to the collection's path, wherever it is mounted (RFC 9110 §10.2.2).
  const location = `${resource.collection}/${row.id}`;
  return { status: 201, body: { ...body, ...secret }, headers: { ...headers, Location: location } };
}
