import * as z from "zod";
import { foldCase } from "../../../corpus/text/fold.ts";
import type { OwnedRow } from "../../store/rows.ts";
import type { Where } from "../../store/table.ts";
import { createRoute } from "./create-route.ts";
import { csvAnswer, csvResponse } from "./csv.ts";
import { afterPage, orderOf, sortQuery } from "./list-order.ts";
import { LIMIT_SCHEMA, pageLimit } from "./page-limit.ts";
import {
  changeRow,
  etagHeader,
  findRow,
  idParams,
  ifMatchHeader,
  operationId,
  patchOf,
  presentRows,
  showRow,
  singleBody,
  tagOf,
  viewOf,
  withArticle,
} from "./resource.ts";
import type { AnyRoutes, ResourceRoutes } from "./resource-kind.ts";
import { type AdminCall, type AdminRoute, defineRoute } from "./route.ts";

const listQuery = z.strictObject({
  q: z.string().max(200).optional().describe("Part of the name; case does not matter."),
  limit: pageLimit
    .optional()
    .meta({ override: LIMIT_SCHEMA })
    .describe("Maximum number of items. Default: all."),
  after: z.string().max(100).optional().describe("Only items that follow the one with this id."),
});

type ListQuery = z.output<typeof listQuery> & { readonly sort: string };

/** The parameters of an export, which has no pages. */
const exportQuery = listQuery.omit({ limit: true, after: true });

/** Declares once what the routes of clients, certificates and so on have in common. */
export function resourceRoutes<
  Row extends OwnedRow,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
  Filter extends z.ZodObject,
>(routes: ResourceRoutes<Row, Create, Update, Filter>): AdminRoute[] {
  return [
    listRoute(routes),
    exportRoute(routes),
    createRoute(routes),
    readRoute(routes),
    updateRoute(routes),
    removeRoute(routes),
  ] as AdminRoute[];
}

function listRoute<Row extends OwnedRow>(routes: AnyRoutes<Row>): AdminRoute {
  const { resource, filter } = routes;
  const { collection, plural, permission, schema, sortable } = resource;
  return defineRoute(
    {
      method: "get",
      path: `/${collection}`,
      operationId: `${operationId("list", resource)}s`,
      summary: `List ${plural}`,
      description:
        "In the order of their creation unless `sort` names another. If `limit` leaves some out, the " +
        "answer has `nextAfter`: send it as `after` for the next ones.",
      tag: tagOf(resource),
      access: permission,
      query: listQuery.extend({
        sort: sortQuery(sortable),
        ...resource.view?.shape,
        ...filter?.query.shape,
      }),
      responses: {
        200: {
          description: "The items, and where to continue if there are more.",
          body: z.strictObject({
            items: z.array(schema),
            total: z.int().describe("How many match, on all pages."),
            nextAfter: z.string().optional(),
          }),
        },
      },
    },
    async (call) => {
      const { limit } = call.query as ListQuery;
      const { total, following } = await findMatching(routes, call);
      const rows = following.slice(0, limit);
      const items = await presentRows(resource, { rows, call });
      const isCut = rows.length < following.length;
      return { status: 200, body: { items, total, ...(isCut && { nextAfter: rows.at(-1)!.id }) } };
    },
  );
}

interface Matching<Row> {
  readonly total: number;
  /** Those after the page before, in the order of the list. */
  readonly following: readonly Row[];
}

/** Finds the rows that a list or an export shows. */
async function findMatching<Row extends OwnedRow>(
  { resource, filter }: Pick<AnyRoutes<Row>, "resource" | "filter">,
  call: AdminCall,
): Promise<Matching<Row>> {
  const { q, after, sort } = call.query as ListQuery;
  const { organizationId } = call.caller.admin;
  const all = await resource.table(call.platform.store.read).list({ organizationId } as Where<Row>);
  const order = orderOf<Row>(sort);
  const matching = all.filter(
    (row) =>
      includes(resource.textOf(row), q) && (filter?.matches(row, call.query as never) ?? true),
  );
  // Among all: the last item of the page before may not match any longer.
  const following = matching.filter(afterPage(all, { order, sort, after }));
  return { total: matching.length, following: following.toSorted(order) };
}

function exportRoute<Row extends OwnedRow>(routes: AnyRoutes<Row>): AdminRoute {
  const { resource, filter } = routes;
  const { collection, plural, permission, schema, sortable, inExport } = resource;
  const fields = Object.keys(schema.shape).filter((name) => !inExport?.without.includes(name));
  return defineRoute(
    {
      method: "get",
      path: `/${collection}.csv`,
      operationId: `${operationId("export", resource)}s`,
      summary: `Export ${plural} as CSV`,
      description:
        "All that match, in UTF-8 with a byte order mark. A cell that a spreadsheet would compute has " +
        "a `'` in front; lists are JSON.",
      tag: tagOf(resource),
      access: permission,
      query: exportQuery.extend({ sort: sortQuery(sortable), ...filter?.query.shape }),
      responses: {
        200: csvResponse,
      },
    },
    async (call) => {
      const { following: rows } = await findMatching(routes, call);
      const query = { ...(call.query as object), ...inExport?.view };
      const items = await presentRows(resource, { rows, call: { ...call, query } });
      return csvAnswer({ platform: call.platform, name: collection, fields, items });
    },
  );
}

function includes(text: string, part: string | undefined): boolean {
  return part === undefined || foldCase(text).includes(foldCase(part));
}

function readRoute<Row extends OwnedRow>({ resource }: AnyRoutes<Row>): AdminRoute {
  const { collection, noun, permission } = resource;
  return defineRoute(
    {
      method: "get",
      path: `/${collection}/{id}`,
      operationId: operationId("read", resource),
      summary: `Read ${withArticle(noun)}`,
      description:
        "Send the `ETag` of the answer as `If-Match` when you change or delete it: what " +
        "someone else " +
        "has changed in the meantime is then not overwritten.",
      tag: tagOf(resource),
      access: permission,
      params: idParams,
      ...viewOf(resource),
      responses: {
        200: { description: "OK", body: singleBody(resource), headers: etagHeader },
      },
    },
    async (call) => {
      const row = await findRow(resource, { queries: call.platform.store.read, call });
      return { status: 200, ...(await showRow(resource, { row, call })) };
    },
  );
}

function updateRoute<Row extends OwnedRow>(routes: AnyRoutes<Row>): AdminRoute {
  const { resource, updateBody, update, updateSecret = {}, fieldsFor } = routes;
  const { collection, noun, permission } = resource;
  return defineRoute(
    {
      method: "patch",
      path: `/${collection}/{id}`,
      operationId: operationId("update", resource),
      summary: `Change ${withArticle(noun)}`,
      description:
        "Fields that are left out do not change. Partners who can see the change are notified " +
        "of it.",
      tag: tagOf(resource),
      access: `${permission}:w`,
      params: idParams,
      ...viewOf(resource),
      headers: ifMatchHeader,
      body: updateBody,
      ...(fieldsFor && {
        bodyFor: (platform) =>
          updateBody.extend(patchOf(z.strictObject(fieldsFor(platform))).shape),
      }),
      responses: {
        200: {
          description: "Saved",
          body: singleBody(resource, z.object(updateSecret).partial().shape),
          headers: etagHeader,
        },
      },
      errors: [409],
    },
    async (call) => {
      const work = await update(call, call.body);
      const { result } = await changeRow(resource, { call, work });
      const { body, headers } = await showRow(resource, { row: result.row, call });
      return { status: 200, body: { ...body, ...result.secret }, headers };
    },
  );
}

function removeRoute<Row extends OwnedRow>(routes: AnyRoutes<Row>): AdminRoute {
  const { resource, remove, removeDescription } = routes;
  const { collection, noun, permission } = resource;
  return defineRoute(
    {
      method: "delete",
      path: `/${collection}/{id}`,
      operationId: operationId("delete", resource),
      summary: `Delete ${withArticle(noun)}`,
      description: removeDescription,
      tag: tagOf(resource),
      access: `${permission}:w`,
      params: idParams,
      headers: ifMatchHeader,
      responses: { 204: { description: "Deleted" } },
    },
    async (call) => {
      await changeRow(resource, { call, work: (change) => remove(change, call.params.id) });
      return { status: 204 };
    },
  );
}
