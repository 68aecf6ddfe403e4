import type * as z from "zod";
import type { Change } from "../../partner/change.ts";
import type { Platform } from "../../partner/platform.ts";
import type { OwnedRow } from "../../store/rows.ts";
import type { ApplyChange, IdParams, Resource } from "./resource.ts";
import type { AdminCall } from "./route.ts";

/** The result of a create or a change: the row, and the values that are revealed once. */
export interface SaveResult<Row> {
  readonly row: Row;
  readonly secret?: Readonly<Record<string, string>>;
}

/**
 * Does slow work, such as hashing a password, before there is a transaction.
 *
 * @returns the work for the transaction
 */
export type PrepareChange<Call, Body, Result> = (
  call: Call,
  body: Body,
) => Promise<ApplyChange<Result>>;

/** The five routes that every collection has. */
export interface ResourceRoutes<
  Row extends OwnedRow,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
  Filter extends z.ZodObject = z.ZodObject,
> {
  readonly resource: Resource<Row>;
  readonly createBody: Create;
  /** Why one creates it, and what may be refused. */
  readonly createDescription: string;
  /** Fields of a create's answer besides the row. */
  readonly secret?: z.ZodRawShape;
  readonly create: PrepareChange<AdminCall, z.output<Create>, SaveResult<Row>>;
  readonly updateBody: Update;
  /** Fields of a change's answer besides the row, if it reveals any. Default: none. */
  readonly updateSecret?: z.ZodRawShape;
  readonly update: PrepareChange<AdminCall<IdParams>, z.output<Update>, SaveResult<Row>>;
  /** Fields of both bodies whose rules depend on settings, in place of those above. Default: none. */
  readonly fieldsFor?: (platform: Platform) => z.ZodRawShape;
  readonly remove: (change: Change, id: string) => Promise<void>;
  /** Describes what else changes with it. */
  readonly removeDescription: string;
  /** Additional filters of the list. */
  readonly filter?: {
    readonly query: Filter;
    readonly matches: (row: Row, query: z.output<Filter>) => boolean;
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the parts of a route need not know its inputs
export type AnyRoutes<Row extends OwnedRow> = ResourceRoutes<Row, any, any, any>;
