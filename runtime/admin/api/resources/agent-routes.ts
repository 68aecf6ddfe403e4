import * as z from "zod";
import {
  createAgent,
  deleteAgent,
  MAX_FRONT_SETTINGS_BYTES,
  saveFrontSettings,
  updateAgent,
} from "../../../partner/chain/agents.ts";
import { note, reference, slug, title } from "../../../partner/chain/fields.ts";
import type { Agent } from "../../../store/rows.ts";
import { changedSince, etagOfText, isMatch } from "../etag.ts";
import {
  conflictOf,
  etagHeader,
  findRow,
  type IdParams,
  idParams,
  ifMatchHeader,
  patchOf,
  type Resource,
  runAs,
  tagOf,
} from "../resource.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { agentSchema } from "../response-schemas.ts";
import { type AdminCall, type AdminRoute, type Answer, defineRoute } from "../route.ts";

const body = z
  .strictObject({
    spaceId: reference,
    agentId: slug.describe("The slug, unique in the organization."),
    displayName: title,
    startFlow: note.default(""),
    startNode: note.default(""),
    active: z.boolean().default(true),
  })
  .meta({ id: "AgentInput" });

export const agents: Resource<Agent> = {
  collection: "agents",
  singular: "agent",
  noun: "agent",
  plural: "agents",
  permission: "directory",
  schema: agentSchema,
  table: (queries) => queries.agents,
  // On two lines, so that no match spans both.
  textOf: ({ displayName, agentId }) => `${displayName}\n${agentId}`,
  sortable: ["displayName", "agentId"],
  foundBy: ({ displayName, agentId }) => [displayName, agentId],
};

const filter = {
  query: z.strictObject({
    spaceId: z.string().max(100).optional().describe("Only agents in this space."),
  }),
  matches: (agent: Agent, { spaceId }: { spaceId?: string | undefined }) =>
    spaceId === undefined || agent.spaceId === spaceId,
};

/** Any object: the partner's pages decide what it means. */
const frontSettings = z.record(z.string(), z.unknown());

async function putFrontSettings(
  call: AdminCall<IdParams, unknown, z.output<typeof frontSettings>>,
): Promise<Answer> {
  const { id } = call.params;
  const text = JSON.stringify(call.body);
  const { result } = await runAs(call, async (change) => {
    const before = await findRow(agents, { queries: change.tx, call });
    if (!isMatch(call.header("If-Match"), etagOfText(before.frontSettings))) {
      const values = { resourceId: [id], action: ["front-settings"] };
      const [entry] = await change.tx.audit.page(change.organizationId, { values, limit: 1 });
      throw changedSince(entry && conflictOf(call.caller, entry));
    }
    return saveFrontSettings(change, { id, frontSettings: text });
  });
  return frontSettingsAnswer(result);
}

function frontSettingsAnswer({ frontSettings }: Agent): Answer {
  return {
    status: 200,
    body: JSON.parse(frontSettings),
    headers: { ETag: etagOfText(frontSettings) },
  };
}

const shown = { description: "The settings", body: frontSettings, headers: etagHeader };

export const AGENT_ROUTES: readonly AdminRoute[] = [
  ...resourceRoutes({
    resource: agents,
    filter,
    createBody: body,
    createDescription:
      "An agent is what a visitor talks to in a space. `agentId` is its name in addresses, " +
      "unique in the organization.",
    create: async (_call, fields) => async (change) => ({
      row: await createAgent(change, fields),
    }),
    updateBody: patchOf(body).meta({ id: "AgentPatch" }),
    update:
      async ({ params: { id } }, fields) =>
      async (change) => ({ row: await updateAgent(change, { id, fields }) }),
    remove: deleteAgent,
    removeDescription: "Partners who offer its space are notified.",
  }),
  defineRoute(
    {
      method: "get",
      path: "/agents/{id}/front-settings",
      operationId: "readFrontSettings",
      summary: "Read an agent's front settings",
      tag: tagOf(agents),
      access: "directory",
      params: idParams,
      responses: { 200: shown },
    },
    async (call) =>
      frontSettingsAnswer(await findRow(agents, { queries: call.platform.store.read, call })),
  ),
  defineRoute(
    {
      method: "put",
      path: "/agents/{id}/front-settings",
      operationId: "saveFrontSettings",
      summary: "Save an agent's front settings",
      description: `Any JSON object of at most ${MAX_FRONT_SETTINGS_BYTES / 1024} KiB, as it is sent.`,
      tag: tagOf(agents),
      access: "directory:w",
      params: idParams,
      headers: ifMatchHeader,
      body: frontSettings,
      maxBytes: MAX_FRONT_SETTINGS_BYTES,
      responses: { 200: shown },
    },
    putFrontSettings,
  ),
];
