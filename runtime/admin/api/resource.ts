import * as z from "zod";
import { notFound } from "../../partner/chain/rule-error.ts";
import { type Change, type ChangeResult, runChange } from "../../partner/change.ts";
import type { Queries } from "../../store/queries.ts";
import type { OwnedRow } from "../../store/rows.ts";
import type { Table, Where } from "../../store/table.ts";
import { expectStill, may } from "../accounts/authenticate.ts";
import type { Conflict } from "../refusal.ts";
import { changedSince, etagOf, isMatch } from "./etag.ts";
import type { AdminCall } from "./route.ts";

/**
 * A collection of the admin API is declared in one file of `resources/`: its names, the contents of
 * its bodies, and the rules of the chain that its routes call. Everything else follows: the five
 * routes, their descriptions, permissions, paging, ETags, retries and the audit log.
 *
 * @example A collection of badges, each with a name and a secret that is shown once.
 * const body = z.strictObject({ name }).meta({ id: "BadgeInput" });
 *
 * const badges: Resource<Badge> = {
 *   collection: "badges", // GET /badges, and below
 *   singular: "badge", // answers are { "badge": … }
 *   noun: "badge",
 *   plural: "badges",
 *   permission: "directory", // to read; to write, `directory:w`
 *   schema: badgeSchema, // of answers, in response-schemas.ts
 *   table: (queries) => queries.badges,
 *   textOf: ({ name }) => name,
 *   sortable: ["name"],
 *   foundBy: ({ name }) => [name],
 * };
 *
 * export const BADGE_ROUTES = resourceRoutes({
 *   resource: badges,
 *   createBody: body,
 *   createDescription: "The `code` is in this answer only.",
 *   secret: { code: z.string() },
 *   // Slow work first, outside the transaction …
 *   create: async ({ platform }, fields) => {
 *     const code = createCode();
 *     const codeHash = platform.vault.hash("code", code);
 *     // … then the change, inside it: a rule of partner/chain/, which writes the audit entry.
 *     return async (change) => ({
 *       row: await createBadge(change, { ...fields, codeHash }),
 *       secret: { code },
 *     });
 *   },
 *   updateBody: patchOf(body).meta({ id: "BadgePatch" }),
 *   update: async ({ params: { id } }, fields) => async (change) => ({
 *     row: await updateBadge(change, { id, fields }),
 *   }),
 *   remove: deleteBadge,
 *   removeDescription: "Its owner is notified.",
 * });
 */

/** Does the work of a change, inside its transaction. */
export type ApplyChange<Result> = (change: Change) => Promise<Result>;

/** The properties of a collection that its routes need. */
export interface Resource<Row extends OwnedRow = OwnedRow> {
  /** The collection's path: `api-keys`. */
  readonly collection: string;
  /** The collection's field in answers: `apiKey`. */
  readonly singular: string;
  /** Name in messages: `API key`. */
  readonly noun: string;
  readonly plural: string;
  /** The permission to read; with `:w`, the one to write. */
  readonly permission: "api-keys" | "directory";
  /** The fields of an item that administrators see. */
  readonly schema: z.ZodObject;
  readonly table: (queries: Queries) => Pick<Table<Row>, "find" | "list">;
  /** Returns the text that `?q=` searches. */
  readonly textOf: (row: Row) => string;
  /** Fields that a list can be sorted by, next to `createdAt`. */
  readonly sortable: readonly (keyof Row & string)[];
  /** Returns the name, and further texts by which the search over everything finds it. */
  readonly foundBy: (row: Row) => readonly [name: string, ...others: string[]];
  /** How an export differs, so that no secret is opened for it. Default: not at all. */
  readonly inExport?: {
    /** Fields that it leaves out. */
    readonly without: readonly string[];
    /** Parameters of {@link view}. */
    readonly view: Readonly<Record<string, string>>;
  };
  /** Query parameters that change what every answer with an item shows. Default: none. */
  readonly view?: z.ZodObject;
  /**
   * Computes fields that administrators see and a row does not have. Called after the commit,
   * because it may be slow. Default: no such fields.
   */
  readonly complete?: (rows: readonly Row[], call: AdminCall) => Promise<readonly object[]>;
}

/** The path's parameters for everything below one resource. */
export const idParams = z.strictObject({ id: z.string() });

export type IdParams = z.output<typeof idParams>;

/** Returns the name of the group of operations: `API keys`. */
export function tagOf({ plural }: Pick<Resource, "plural">): string {
  return plural.charAt(0).toUpperCase() + plural.slice(1);
}

/**
 * Returns a noun with its article.
 *
 * @example
 * withArticle("API key"); // "an API key"
 */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** An object that has all fields of a schema. */
export type FieldsOf<Schema extends z.ZodObject> = {
  readonly [Name in keyof z.output<Schema>]: unknown;
};

/** Returns the fields of a row that are in a schema. */
export function pickFields(schema: z.ZodObject, row: object): object {
  const fields = Object.keys(schema.shape);
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));
}

/** Returns rows as administrators see them. */
export async function presentRows<Row extends OwnedRow>(
  { schema, complete }: Resource<Row>,
  { rows, call }: { readonly rows: readonly Row[]; readonly call: AdminCall },
): Promise<readonly object[]> {
  const completed = complete ? await complete(rows, call) : rows;
  return completed.map((row) => pickFields(schema, row));
}

/** @throws {RuleError} `not-found` */
export async function findRow<Row extends OwnedRow>(
  resource: Resource<Row>,
  { queries, call }: { readonly queries: Queries; readonly call: AdminCall<IdParams> },
): Promise<Row> {
  const { organizationId } = call.caller.admin;
  const where = { id: call.params.id, organizationId } as Where<Row>;
  const row = await resource.table(queries).find(where);
  if (!row) throw notFound(resource.noun);
  return row;
}

type CallerOfChange = Pick<AdminCall, "platform" | "caller" | "access" | "browser">;

/**
 * Runs a change on behalf of the caller.
 *
 * @throws {Refusal} 401 or 403 if the caller is no longer allowed to
 */
export function runAs<Result>(
  { platform, caller, access, browser }: CallerOfChange,
  work: ApplyChange<Result>,
): Promise<ChangeResult<Result>> {
  const { organizationId, email } = caller.admin;
  const actor = { organizationId, name: email, network: browser.network };
  return runChange(platform, actor, async (change) => {
    await expectStill(change.tx, { caller, access });
    return work(change);
  });
}

/** Thrown to take a change back that would have succeeded. */
const TAKEN_BACK = new Error("The change is taken back.");

/**
 * Runs a change and takes it back, so that only its refusal is left, if there is one.
 *
 * @throws {Refusal} and {RuleError} as the change itself
 */
export async function tryAs(call: AdminCall, work: ApplyChange<unknown>): Promise<void> {
  const tried = runAs(call, async (change) => {
    await work(change);
    throw TAKEN_BACK;
  });
  await tried.catch((error) => {
    if (error !== TAKEN_BACK) throw error;
  });
}

/**
 * Runs a change of one row on behalf of the caller, if it has the version in `If-Match` (ATTACK-H115).
 */
export function changeRow<Row extends OwnedRow, Result>(
  resource: Resource<Row>,
  { call, work }: { call: AdminCall<IdParams>; work: ApplyChange<Result> },
): Promise<ChangeResult<Result>> {
  const ifMatch = call.header("If-Match");
  return runAs(call, async (change) => {
    if (ifMatch !== undefined) {
      const row = await findRow(resource, { queries: change.tx, call });
      const etag = etagOf(row);
      if (!isMatch(ifMatch, etag)) {
        throw changedSince(await lastChangeOf(change, { row, caller: call.caller }));
      }
    }
    return work(change);
  });
}

/** Says who made a change, as far as the caller may know, and when. */
export function conflictOf(
  caller: AdminCall["caller"],
  { admin, at }: { readonly admin: string | undefined; readonly at: string },
): Conflict {
  const mayKnow = may(caller, "audit") || may(caller, "team");
  return { by: mayKnow ? admin : undefined, at };
}

/** Returns who changed a row last, as far as the caller may know, and when. */
async function lastChangeOf(
  { tx, organizationId }: Change,
  { row: { id, updatedAt: at }, caller }: Pick<AdminCall, "caller"> & { readonly row: OwnedRow },
): Promise<Conflict> {
  const values = { resourceId: [id] };
  const entries = await tx.audit.page(organizationId, { values, since: at, limit: RECENT_ENTRIES });
  return conflictOf(caller, { admin: entries.find((entry) => entry.at === at)?.admin, at });
}

/** Entries among which the last change of a row is looked for. */
const RECENT_ENTRIES = 20;

/** Composes the body of an answer about one row, and its version. */
export async function showRow<Row extends OwnedRow>(
  resource: Resource<Row>,
  { row, call }: { readonly row: Row; readonly call: AdminCall },
): Promise<{ readonly body: object; readonly headers: { readonly ETag: string } }> {
  const [item] = await presentRows(resource, { rows: [row], call });
  return { body: { [resource.singular]: item }, headers: { ETag: etagOf(row) } };
}

type PatchShape<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodOptional<
    Shape[Name] extends z.ZodDefault<infer Field> ? Field : Shape[Name]
  >;
};

/**
 * Returns the schema of a PATCH's body: the fields of a create's body, all optional and without
 * defaults, because an omitted field is unchanged.
 */
export function patchOf<Shape extends z.ZodRawShape>(
  body: z.ZodObject<Shape, z.core.$strict>,
): z.ZodObject<PatchShape<Shape>, z.core.$strict> {
  const fields = Object.entries<z.core.SomeType>(body.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ]);
  return z.strictObject(Object.fromEntries(fields) as PatchShape<Shape>);
}

/** Returns the schema of a body with one row. */
export function singleBody(
  { singular, schema }: Pick<Resource, "singular" | "schema">,
  secret: z.ZodRawShape = {},
): z.ZodObject {
  return z.strictObject({ [singular]: schema, ...secret });
}

export const etagHeader = z.object({ ETag: z.string().describe("The version, for `If-Match`.") });

/** Documents the header that {@link changeRow} checks. */
export const ifMatchHeader = z.object({
  "If-Match": z
    .string()
    .optional()
    .describe(
      "The version that was read; if the item has another, it is not changed and the answer is " +
        "412.",
    ),
});

/** Returns the query of an operation that answers with an item, if it has parameters. */
export function viewOf({ view }: Pick<Resource, "view">): { readonly query?: z.ZodObject } {
  return view === undefined ? {} : { query: view };
}

/** Returns the name of an operation: `createApiKey`. */
export function operationId(verb: string, { singular }: Pick<Resource, "singular">): string {
  return verb + singular[0]!.toUpperCase() + singular.slice(1);
}
