import { eachSwitch } from "../../store/policy.ts";
import type { Queries } from "../../store/queries.ts";
import type { Agent, ApiKey, ServedKey, Space } from "../../store/rows.ts";
import { isFullyBound } from "./fully-bound.ts";

/** Computes what a key's partner is served and stores it, in the transaction of the change. */
export async function refreshServed(tx: Queries, apiKeyId: string): Promise<ServedKey | undefined> {
  const key = await tx.apiKeys.find({ id: apiKeyId });
  if (!key) return undefined;
  const served = await compose(tx, key);
  await tx.served.put(served, ["apiKeyId"]);
  return served;
}

async function compose(tx: Queries, key: ApiKey): Promise<ServedKey> {
  const { clientId, certificateId, contractId, webhookId } = key;
  const client = clientId === null ? undefined : await tx.clients.find({ id: clientId });
  const webhook = webhookId === null ? undefined : await tx.webhooks.find({ id: webhookId });
  return {
    apiKeyId: key.id,
    organizationId: key.organizationId,
    keyHash: key.keyHash,
    generation: key.generation,
    clientId,
    certificateId,
    contractId,
    webhookId,
    clientPublicId: client?.clientId ?? null,
    clientSecretHash: client?.secretHash ?? null,
    previousSecretHash: client?.previousSecretHash ?? null,
    previousSecretUntil: client?.previousSecretUntil ?? null,
    active: key.active,
    expiresAt: key.expiresAt,
    networks: key.networks,
    requestsPerMinute: key.requestsPerMinute,
    origin: (isFullyBound(key) && webhook?.origin) || null,
    ...(await composeReads(tx, key)),
  };
}

type Reads = Pick<ServedKey, "spaceIds" | "spaceList" | "contract" | "policy">;

const NO_READS: Reads = { spaceIds: [], spaceList: "[]", contract: "null", policy: "null" };

/** Composes the payloads of PIA §2 "Consumer Contract" and "Space and agent", as JSON text. */
async function composeReads(tx: Queries, { id, contractId }: ApiKey): Promise<Reads> {
  const contract = contractId === null ? undefined : await tx.contracts.find({ id: contractId });
  if (!contract) return NO_READS;
  const entries = await tx.contractSpaces.list({ contractId: contract.id });
  const spaces: Space[] = [];
  const agents: Agent[] = [];
  for (const { spaceId } of entries) {
    spaces.push((await tx.spaces.find({ id: spaceId }))!);
    agents.push(...(await tx.agents.list({ spaceId })));
  }
  const { key, name, createdAt } = contract;
  return {
    spaceIds: spaces.map((space) => space.id),
    spaceList: JSON.stringify(spaces.map((space) => describeSpace(space, agents))),
    // The five switches hold mapped defaults here; the policy has the live values (CHAIN-C12).
    contract: JSON.stringify({
      id: contract.id,
      apiKeyId: id,
      name,
      key,
      createdAt,
      spaces: spaces.map(({ id, title }) => ({ id, title })),
      ...eachSwitch(() => false),
    }),
    policy: JSON.stringify({
      id: contract.id,
      key,
      ...eachSwitch((name) => contract[name]),
      defaultSystemSpaces: entries
        .filter(({ defaultSystem }) => defaultSystem)
        .map(({ spaceId }) => spaceId),
      defaultOutsideSpaces: entries
        .filter(({ defaultOutside }) => defaultOutside)
        .map(({ spaceId }) => spaceId),
    }),
  };
}

function describeSpace({ id, title, description }: Space, agents: readonly Agent[]): object {
  return {
    id,
    title,
    description,
    agents: agents
      .filter(({ spaceId }) => spaceId === id)
      .map(({ id, agentId, displayName, startFlow, startNode, active }) => ({
        id,
        agentId,
        displayName,
        startFlow,
        startNode,
        active,
      })),
  };
}
