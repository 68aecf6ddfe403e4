import type { FieldError } from "../../http/json.ts";
import type { Policy } from "../../store/policy.ts";
import type { Queries } from "../../store/queries.ts";
import type { Change } from "../change.ts";
import { createContractKey } from "../secrets/secrets.ts";
import { type ContractSpaces, type ContractWithSpaces, contractTable } from "./contract-table.ts";
import { changedFields, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";
import { invalid } from "./rule-error.ts";
import { keyBoundTo, unbind } from "./unbind.ts";

const contracts = rowsOf<ContractWithSpaces>({
  noun: "contract",
  resource: "contract",
  table: contractTable,
  nameOf: ({ name }) => name,
  factsOf: ({ id, organizationId, createdAt, updatedAt, ...facts }) => facts,
});

export interface ContractFields extends Policy, ContractSpaces {
  readonly name: string;
}

/**
 * @throws {RuleError} if a space does not belong to the organization, or a default is not one of
 *   the offered spaces
 */
export async function createContract(
  change: Change,
  { name, ...fields }: ContractFields,
): Promise<ContractWithSpaces> {
  await checkSpaces(change, fields);
  return contracts.insert(change, {
    id: change.newId(),
    organizationId: change.organizationId,
    name,
    key: await unusedKey(change.tx),
    ...fields,
    ...inOrder(fields),
    createdAt: change.at,
    updatedAt: change.at,
  });
}

export interface UpdateContract {
  readonly id: string;
  readonly fields: { readonly [Field in keyof ContractFields]?: ContractFields[Field] | undefined };
}

/**
 * Changes a contract. Spaces that are removed must be removed from the defaults too.
 *
 * @throws {RuleError} as on creation, or if there is no such contract
 */
export async function updateContract(
  change: Change,
  { id, fields }: UpdateContract,
): Promise<ContractWithSpaces> {
  const before = await contracts.find(change, id);
  const spaces = {
    spaceIds: fields.spaceIds ?? before.spaceIds,
    defaultSystemSpaceIds: fields.defaultSystemSpaceIds ?? before.defaultSystemSpaceIds,
    defaultOutsideSpaceIds: fields.defaultOutsideSpaceIds ?? before.defaultOutsideSpaceIds,
  };
  await checkSpaces(change, spaces);
  const changed = changedFields(before, { ...fields, ...inOrder(spaces) });
  if (isEmpty(changed)) return before;
  // The lists are stored together, so they are written together.
  const after = await contracts.save(change, {
    before,
    changed: { ...changed, ...inOrder(spaces) },
  });
  const key = await keyBoundTo(change, { contractId: id });
  if (key) {
    change.affect(key.id);
    change.notify(key.id, "r_consumer_policy");
    if (changed.spaceIds) change.notify(key.id, "r_space", "r_agent");
  }
  return after;
}

export async function deleteContract(change: Change, id: string): Promise<void> {
  const contract = await contracts.find(change, id);
  await unbind(change, { contractId: id });
  await contracts.remove(change, contract);
}

/** Generates a key. Random keys hardly ever clash; the store is checked all the same. */
async function unusedKey(tx: Queries): Promise<string> {
  for (;;) {
    const key = createContractKey();
    if ((await tx.contracts.count({ key })) === 0) return key;
  }
}

/** Sorts the defaults, which are sets, in the order of the spaces. */
function inOrder(spaces: ContractSpaces): ContractSpaces {
  const { spaceIds, defaultSystemSpaceIds, defaultOutsideSpaceIds } = spaces;
  const inSpaces = (ids: readonly string[]) => spaceIds.filter((id) => ids.includes(id));
  return {
    spaceIds,
    defaultSystemSpaceIds: inSpaces(defaultSystemSpaceIds),
    defaultOutsideSpaceIds: inSpaces(defaultOutsideSpaceIds),
  };
}

async function checkSpaces(change: Change, spaces: ContractSpaces): Promise<void> {
  const { spaceIds } = spaces;
  const errors = [
    ...(await unknownSpaces(change, spaceIds)),
    ...(["spaceIds", "defaultSystemSpaceIds", "defaultOutsideSpaceIds"] as const).flatMap((field) =>
      repeated(field, spaces[field]),
    ),
    ...(["defaultSystemSpaceIds", "defaultOutsideSpaceIds"] as const).flatMap((field) =>
      notOffered(field, { ids: spaces[field], spaceIds }),
    ),
  ];
  if (errors.length > 0) throw invalid(...errors);
}

async function unknownSpaces(
  { tx, organizationId }: Change,
  spaceIds: readonly string[],
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [index, id] of spaceIds.entries()) {
    if ((await tx.spaces.count({ id, organizationId })) > 0) continue;
    errors.push({ path: `spaceIds.${index}`, message: "There is no space with this id." });
  }
  return errors;
}

function repeated(field: string, ids: readonly string[]): FieldError[] {
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index
      ? []
      : [{ path: `${field}.${index}`, message: "This id occurs more than once." }],
  );
}

function notOffered(
  field: string,
  { ids, spaceIds }: { readonly ids: readonly string[]; readonly spaceIds: readonly string[] },
): FieldError[] {
  return ids.flatMap((id, index) =>
    spaceIds.includes(id)
      ? []
      : [{ path: `${field}.${index}`, message: "This space is not one of spaceIds." }],
  );
}
