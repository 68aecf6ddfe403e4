import * as z from "zod";
import { hasCode } from "../../../../corpus/error.ts";
import {
  createApiKey,
  deleteApiKey,
  newApiKeySecret,
  rebuildApiKey,
  recordLostRotation,
  revokeTokens,
  rotateApiKey,
  updateApiKey,
  wake,
} from "../../../partner/chain/api-keys.ts";
import { keyLimits, name, reference } from "../../../partner/chain/fields.ts";
import type { Change } from "../../../partner/change.ts";
import { isFullyBound } from "../../../partner/keys/fully-bound.ts";
import { keyState } from "../../../partner/keys/key-state.ts";
import type { ApiKey } from "../../../store/rows.ts";
import { outcomesField, outcomesOf, waitQuery } from "../notice-outcomes.ts";
import { queryFlag } from "../query-flag.ts";
import {
  changeRow,
  etagHeader,
  findRow,
  type IdParams,
  idParams,
  ifMatchHeader,
  patchOf,
  type Resource,
  runAs,
  showRow,
  singleBody,
  tagOf,
} from "../resource.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { apiKeySchema } from "../response-schemas.ts";
import { type AdminCall, type AdminRoute, type Answer, defineRoute } from "../route.ts";

const binding = reference
  .nullable()
  .optional()
  .describe(
    "An id binds, null unbinds. An id bound to another key is refused, never taken from that key.",
  );

const body = z
  .strictObject({
    name,
    clientId: binding,
    certificateId: binding,
    contractId: binding,
    webhookId: binding,
    active: keyLimits.active.optional(),
    expiresAt: keyLimits.expiresAt.optional(),
    networks: keyLimits.networks.optional(),
    requestsPerMinute: keyLimits.requestsPerMinute.optional(),
  })
  .meta({ id: "ApiKeyInput" });

export const apiKeys: Resource<ApiKey> = {
  collection: "api-keys",
  singular: "apiKey",
  noun: "API key",
  plural: "API keys",
  permission: "api-keys",
  schema: apiKeySchema,
  table: (queries) => queries.apiKeys,
  textOf: ({ name }) => name,
  sortable: ["name", "lastUsedAt"],
  foundBy: ({ name, displayPrefix }) => [name, displayPrefix],
  async complete(keys, { platform }) {
    const nowMs = await platform.store.read.installation.nowMs();
    return keys.map((key) => ({
      ...key,
      fullyBound: isFullyBound(key),
      state: keyState(key, nowMs),
    }));
  },
};

const secret = { key: z.string().describe("The key in plain text, shown once.") };

interface KeyFilter {
  readonly fullyBound?: string | undefined;
  readonly unusedSince?: string | undefined;
  readonly active?: string | undefined;
  readonly expiresBefore?: string | undefined;
}

const filter = {
  query: z.strictObject({
    fullyBound: queryFlag,
    unusedSince: z.iso
      .datetime()
      .optional()
      .describe("Only keys that were not used at this time or later."),
    active: queryFlag,
    expiresBefore: z.iso.datetime().optional().describe("Only keys that expire before this time."),
  }),
  matches(key: ApiKey, query: KeyFilter) {
    const { fullyBound, unusedSince, active, expiresBefore } = query;
    const isInState = fullyBound === undefined || String(isFullyBound(key)) === fullyBound;
    const isAsActive = active === undefined || String(key.active) === active;
    const isEnding =
      expiresBefore === undefined ||
      (key.expiresAt !== null && Date.parse(key.expiresAt) < Date.parse(expiresBefore));
    const isUnused =
      unusedSince === undefined ||
      key.lastUsedAt === null ||
      Date.parse(key.lastUsedAt) < Date.parse(unusedSince);
    return isInState && isUnused && isAsActive && isEnding;
  },
};

const tag = tagOf(apiKeys);
const headers = ifMatchHeader;

async function rotate(call: AdminCall<IdParams, z.output<typeof waitQuery>>): Promise<Answer> {
  const { id } = call.params;
  const { vault, store } = call.platform;
  const { keyHash: replaces } = await findRow(apiKeys, { queries: store.read, call });
  const newSecret = newApiKeySecret(vault);
  const { result: row, noticeIds } = await changeRow(apiKeys, {
    call,
    work: (change) => rotateApiKey(change, { id, replaces, secret: newSecret }),
  }).catch(async (error) => {
    if (hasCode(error, "conflict")) {
      await runAs(call, (change) => recordLostRotation(change, id));
    }
    throw error;
  });
  const { body, headers } = await showRow(apiKeys, { row, call });
  const outcomes = await outcomesOf(call, noticeIds);
  return { status: 200, body: { ...body, key: newSecret.key, ...outcomes }, headers };
}

export const API_KEY_ROUTES: readonly AdminRoute[] = [
  ...resourceRoutes({
    resource: apiKeys,
    filter,
    createBody: body,
    createDescription:
      "Binds a client, a certificate, a contract and a webhook. The key works for its partner " +
      "once all four are bound, while it is active and has not expired; each of the four can be " +
      "bound to one key. `key` is the raw key, in this answer only. An organization has at most 20 " +
      "keys.",
    secret,
    create: async ({ platform }, fields) => {
      const newSecret = newApiKeySecret(platform.vault);
      return async (change) => ({
        row: await createApiKey(change, { fields, secret: newSecret }),
        secret: { key: newSecret.key },
      });
    },
    updateBody: patchOf(body).meta({ id: "ApiKeyPatch" }),
    update:
      async ({ params: { id } }, fields) =>
      async (change) => ({ row: await updateApiKey(change, { id, fields }) }),
    remove: deleteApiKey,
    removeDescription:
      "Its partner loses access: application tokens of the key stop working, and its Origin " +
      "leaves the allow-list.",
  }),
  defineRoute(
    {
      method: "post",
      path: "/api-keys/{id}/rotate",
      operationId: "rotateApiKey",
      summary: "Rotate an API key",
      description:
        "The old raw key stops working at once; application tokens stay valid. Of two " +
        "simultaneous " +
        "rotations, one is answered 409.",
      tag,
      access: "api-keys:w",
      params: idParams,
      query: waitQuery,
      headers,
      responses: {
        200: {
          description: "Rotated",
          body: singleBody(apiKeys, { ...secret, ...outcomesField }),
          headers: etagHeader,
        },
      },
      errors: [409],
    },
    rotate,
  ),
  defineRoute(
    {
      method: "post",
      path: "/api-keys/{id}/revoke-tokens",
      operationId: "revokeTokens",
      summary: "Revoke all tokens of an API key",
      description:
        "Its application tokens stop working at once, for good. The partner mints a new one " +
        "with the " +
        "same key; rotate the key if it may be known to others.",
      tag,
      access: "api-keys:w",
      params: idParams,
      headers,
      responses: { 204: { description: "Revoked, for good" } },
    },
    async (call) => {
      await changeRow(apiKeys, { call, work: (change) => revokeTokens(change, call.params.id) });
      return { status: 204 };
    },
  ),
  defineRoute(
    {
      method: "post",
      path: "/api-keys/{id}/wake",
      operationId: "wakePartner",
      summary: "Wake a partner",
      description:
        "Tells the partner to read everything again, and delivers the certificate, as after an " +
        "outage " +
        "of the partner. The notice log shows what came of it. 409 while the key does not work for " +
        "its partner.",
      tag,
      access: "api-keys:w",
      params: idParams,
      query: waitQuery,
      headers,
      responses: {
        202: {
          description: "Being sent: one refresh notice and one certificate delivery",
          body: z.strictObject({ notices: z.array(z.string()).length(2), ...outcomesField }),
        },
      },
      errors: [409],
    },
    async (call) => {
      const work = (change: Change) => wake(change, call.params.id);
      const { noticeIds } = await changeRow(apiKeys, { call, work });
      const outcomes = await outcomesOf(call, noticeIds);
      return { status: 202, body: { notices: noticeIds, ...outcomes } };
    },
  ),
  defineRoute(
    {
      method: "post",
      path: "/api-keys/{id}/rebuild-cache",
      operationId: "rebuildApiKeyCache",
      summary: "Rebuild the cache of an API key",
      description:
        "Computes again what the key's partner is served. Every save does it, so it is never " +
        "needed.",
      tag,
      access: "cache:w",
      params: idParams,
      headers,
      responses: { 204: { description: "Rebuilt" } },
    },
    async (call) => {
      await changeRow(apiKeys, { call, work: (change) => rebuildApiKey(change, call.params.id) });
      return { status: 204 };
    },
  ),
];
