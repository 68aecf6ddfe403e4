import type { Space } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { changedFields, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";

const spaces = rowsOf<Space>({
  noun: "space",
  resource: "space",
  table: (tx) => tx.spaces,
  nameOf: ({ title }) => title,
  factsOf: ({ title, description }) => ({ title, description }),
});

export interface SpaceFields {
  readonly title: string;
  readonly description: string;
}

export async function createSpace(change: Change, fields: SpaceFields): Promise<Space> {
  return spaces.insert(change, {
    id: change.newId(),
    organizationId: change.organizationId,
    ...fields,
    createdAt: change.at,
    updatedAt: change.at,
  });
}

export interface UpdateSpace {
  readonly id: string;
  readonly fields: { readonly [Field in keyof SpaceFields]?: string | undefined };
}

/** @throws {RuleError} if there is no such space */
export async function updateSpace(change: Change, { id, fields }: UpdateSpace): Promise<Space> {
  const before = await spaces.find(change, id);
  const changed = changedFields(before, fields);
  if (isEmpty(changed)) return before;
  await announceSpace(change, id);
  return spaces.save(change, { before, changed });
}

/** Deletes a space with its agents, and removes it from every contract. */
export async function deleteSpace(change: Change, id: string): Promise<void> {
  const space = await spaces.find(change, id);
  await announceSpace(change, id);
  await spaces.remove(change, space);
}

/** Notifies every key whose contract offers the space that it or its agents have changed. */
export async function announceSpace(change: Change, spaceId: string): Promise<void> {
  for (const apiKeyId of await keysOffering(change, spaceId)) {
    change.affect(apiKeyId);
    change.notify(apiKeyId, "r_space", "r_agent");
  }
}

/** Finds the keys whose contract offers a space. */
export async function keysOffering({ tx }: Change, spaceId: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const { contractId } of await tx.contractSpaces.list({ spaceId })) {
    const key = await tx.apiKeys.find({ contractId });
    if (key) keys.push(key.id);
  }
  return keys;
}
