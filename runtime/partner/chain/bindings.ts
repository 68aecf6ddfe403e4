import type { FieldError } from "../../http/json.ts";
import type { Queries } from "../../store/queries.ts";
import type { Bindings } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { BINDINGS } from "../keys/fully-bound.ts";
import { invalid } from "./rule-error.ts";

/** Ids to bind; null unbinds, what is left out stays as it is. */
export type BindingFields = { readonly [Field in keyof Bindings]?: Bindings[Field] | undefined };

/** What each binding leads to. */
const TARGETS = {
  clientId: { table: "clients", noun: "client" },
  certificateId: { table: "certificates", noun: "certificate" },
  contractId: { table: "contracts", noun: "contract" },
  webhookId: { table: "webhooks", noun: "webhook" },
} as const satisfies Record<keyof Bindings, { table: keyof Queries; noun: string }>;

/**
 * Every id that is to be bound is one of the organization. That it is bound to no other key is for
 * the store's unique columns to say, of which concurrent binds cannot both have one (ATTACK-D44).
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
