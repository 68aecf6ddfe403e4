import * as z from "zod";
import { notFound } from "../../partner/chain/rule-error.ts";
import { type Change, type Changed, runChange } from "../../partner/change.ts";
import type { Queries } from "../../store/queries.ts";
import type { Owned } from "../../store/rows.ts";
import type { Table, Where } from "../../store/table.ts";
import { expectStill } from "../accounts/authenticate.ts";
import { checkMatch, etagOf } from "./etag.ts";
import type { AdminCall } from "./route.ts";

/** A collection of the admin API: what its routes need to know of it. */
export interface Resource<Row extends Owned = Owned> {
  /** The path: `api-keys`. */
  readonly collection: string;
  /** The field of answers: `apiKey`. */
  readonly singular: string;
  /** In messages: `API key`. */
  readonly noun: string;
  readonly plural: string;
  /** The permission to read; with `:w` the one to write. */
  readonly permission: "api-keys" | "directory";
  readonly view: z.ZodObject;
  readonly table: (queries: Queries) => Pick<Table<Row>, "find" | "list">;
  /** What `?q=` looks through. */
  readonly textOf: (row: Row) => string;
  /** What administrators see. Called after the commit, for it may take time. */
  readonly present: (rows: readonly Row[], call: AdminCall) => Promise<readonly object[]>;
}

/** The path's parameters of everything below one resource. */
export const idParams = z.strictObject({ id: z.string() });

export type IdParams = z.output<typeof idParams>;

/** The fields of a row that a view has. */
export function pickView<View extends z.ZodObject>(view: View, row: object): object {
  const fields = Object.keys(view.shape);
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));
}

/** @throws {RuleError} `not-found` */
export async function findRow<Row extends Owned>(
  resource: Resource<Row>,
  { queries, call }: { readonly queries: Queries; readonly call: AdminCall<IdParams> },
): Promise<Row> {
  const { organizationId } = call.caller.admin;
  const where = { id: call.params.id, organizationId } as Where<Row>;
  const row = await resource.table(queries).find(where);
  if (!row) throw notFound(resource.noun);
  return row;
}

/**
 * Runs a change in the name of the caller.
 *
 * @throws {Refusal} 401 or 403 if the caller may not do it any more
 */
export function runAs<Result>(
  { platform, caller, access }: Pick<AdminCall, "platform" | "caller" | "access">,
  work: (change: Change) => Promise<Result>,
): Promise<Changed<Result>> {
  const { organizationId, email } = caller.admin;
  return runChange(platform, { organizationId, name: email }, async (change) => {
    await expectStill(change.tx, { caller, access });
    return work(change);
  });
}

/** The same for a change of one row, if it is the version that `If-Match` asks for (H115). */
export function changeRow<Row extends Owned, Result>(
  resource: Resource<Row>,
  { call, work }: { call: AdminCall<IdParams>; work: (change: Change) => Promise<Result> },
): Promise<Changed<Result>> {
  const ifMatch = call.header("If-Match");
  return runAs(call, async (change) => {
    if (ifMatch !== undefined) {
      checkMatch(ifMatch, etagOf(await findRow(resource, { queries: change.tx, call })));
    }
    return work(change);
  });
}

/** The body of an answer about one row, and its version. */
export async function showRow<Row extends Owned>(
  resource: Resource<Row>,
  { row, call }: { readonly row: Row; readonly call: AdminCall },
): Promise<{ readonly body: object; readonly headers: { readonly ETag: string } }> {
  const [view] = await resource.present([row], call);
  return { body: { [resource.singular]: view }, headers: { ETag: etagOf(row) } };
}

/** The schema of such a body. */
export function singleBody(
  { singular, view }: Pick<Resource, "singular" | "view">,
  secret: z.ZodRawShape = {},
): z.ZodObject {
  return z.strictObject({ [singular]: view, ...secret });
}

export const etagHeader = z.object({ ETag: z.string().describe("The version, for `If-Match`.") });

/** Documents the header that {@link changeRow} looks at. */
export const ifMatchHeader = z.object({
  "If-Match": z
    .string()
    .optional()
    .describe("The version that was read: another one is not overwritten, but answered 412."),
});

/** The name of an operation: `createApiKey`. */
export function operationId(verb: string, { singular }: Pick<Resource, "singular">): string {
  return verb + singular[0]!.toUpperCase() + singular.slice(1);
}
