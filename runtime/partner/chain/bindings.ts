import type { FieldError } from "../../http/json.ts";
import type { Queries } from "../../store/queries.ts";
import type { Bindings } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { BINDINGS } from "../keys/fully-bound.ts";
import { invalid } from "./rule-error.ts";

/** Ids to bind. Null unbinds; a field left out stays as it is. */
export type BindingFields = { readonly [Field in keyof Bindings]?: Bindings[Field] | undefined };

/** The table that each binding refers to. */
const TARGETS = {
  clientId: { table: "clients", noun: "client" },
  certificateId: { table: "certificates", noun: "certificate" },
  contractId: { table: "contracts", noun: "contract" },
  webhookId: { table: "webhooks", noun: "webhook" },
} as const satisfies Record<keyof Bindings, { table: keyof Queries; noun: string }>;

/**
 * Checks that every id to bind belongs to the organization. Whether another key has it already is
 * left to the store's unique columns, so that concurrent binds cannot both succeed (ATTACK-D44).
 *
 * @throws {RuleError} `invalid`, naming every field that is wrong
 */
export async function checkBindings(
  { tx, organizationId }: Change,
  fields: BindingFields,
): Promise<void> {
  const errors: FieldError[] = [];
  for (const field of BINDINGS) {
    const id = fields[field];
    if (id === null || id === undefined) continue;
    const { table, noun } = TARGETS[field];
    const isThere = (await tx[table].count({ id, organizationId })) > 0;
    if (!isThere) errors.push({ path: field, message: `There is no ${noun} with this id.` });
  }
  if (errors.length > 0) throw invalid(...errors);
}
