import type { Agent } from "../../store/rows.ts";
import type { Change } from "../change.ts";
import { changedFields, HIDDEN, isEmpty } from "./differences.ts";
import { rowsOf } from "./rows.ts";
import { invalid } from "./rule-error.ts";
import { announceSpace, keysOffering } from "./spaces.ts";

/** Maximum size of an agent's front settings, as they are sent. */
export const MAX_FRONT_SETTINGS_BYTES = 64 * 1024;

const agents = rowsOf<Agent, "frontSettings">({
  noun: "agent",
  resource: "agent",
  table: (tx) => tx.agents,
  nameOf: ({ displayName }) => displayName,
  factsOf: ({ spaceId, agentId, displayName, startFlow, startNode, active }) => ({
    spaceId,
    agentId,
    displayName,
    startFlow,
    startNode,
    active,
  }),
});

export interface AgentFields {
  readonly spaceId: string;
  readonly agentId: string;
  readonly displayName: string;
  readonly startFlow: string;
  readonly startNode: string;
  readonly active: boolean;
}

/** @throws {RuleError} if the space does not belong to the organization */
export async function createAgent(change: Change, fields: AgentFields): Promise<Agent> {
  await checkSpace(change, fields.spaceId);
  await announceSpace(change, fields.spaceId);
  return agents.insert(change, {
    id: change.newId(),
    organizationId: change.organizationId,
    ...fields,
    frontSettings: "{}",
    createdAt: change.at,
    updatedAt: change.at,
  });
}

export interface UpdateAgent {
  readonly id: string;
  readonly fields: { readonly [Field in keyof AgentFields]?: AgentFields[Field] | undefined };
}

/** @throws {RuleError} if there is no such agent, or no such space in the organization */
export async function updateAgent(change: Change, { id, fields }: UpdateAgent): Promise<Agent> {
  const before = await agents.find(change, id);
  const changed = changedFields(before, fields);
  if (isEmpty(changed)) return before;
  if (changed.spaceId !== undefined) {
    await checkSpace(change, changed.spaceId);
    await announceSpace(change, changed.spaceId);
  }
  await announceSpace(change, before.spaceId);
  return agents.save(change, { before, changed });
}

export async function deleteAgent(change: Change, id: string): Promise<void> {
  const agent = await agents.find(change, id);
  await announceSpace(change, agent.spaceId);
  await agents.remove(change, agent);
}

export interface SaveFrontSettings {
  readonly id: string;
  /** A JSON object, as text. */
  readonly frontSettings: string;
}

/** Saves the front settings and notifies the partners in a separate notice (PIA §6). */
export async function saveFrontSettings(
  change: Change,
  { id, frontSettings }: SaveFrontSettings,
): Promise<Agent> {
  const before = await agents.find(change, id);
  if (frontSettings === before.frontSettings) return before;
  // They are versioned separately: saving them does not change the agent's own fields.
  await change.tx.agents.update({ id }, { frontSettings });
  for (const apiKeyId of await keysOffering(change, before.spaceId)) {
    change.affect(apiKeyId);
    change.notify(apiKeyId, "r_agent_front_settings");
  }
  const changes = { frontSettings: [sizeOf(before.frontSettings), sizeOf(frontSettings)] } as const;
  agents.record(change, { action: "front-settings", row: before, changes });
  return { ...before, frontSettings };
}

/** Describes the settings by their size: they may be large, and the log keeps every save. */
function sizeOf(frontSettings: string): string {
  return `${HIDDEN}, ${Buffer.byteLength(frontSettings)} bytes`;
}

async function checkSpace({ tx, organizationId }: Change, id: string): Promise<void> {
  if ((await tx.spaces.count({ id, organizationId })) > 0) return;
  throw invalid({ path: "spaceId", message: "There is no space with this id." });
}
