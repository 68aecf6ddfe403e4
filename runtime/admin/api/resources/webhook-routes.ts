import * as z from "zod";
import {
  MAX_OVERLAP_HOURS,
  name,
  notificationUrlWithin,
  origin,
} from "../../../partner/chain/fields.ts";
import {
  createWebhook,
  deleteWebhook,
  type NewSigningSecret,
  newSigningSecret,
  rotateSigningSecret,
  secretFor,
  testWebhook,
  updateWebhook,
} from "../../../partner/chain/webhooks.ts";
import type { Change } from "../../../partner/change.ts";
import { DEFAULT_SIGNING, SIGNINGS, type Webhook } from "../../../store/rows.ts";
import { outcomesField, outcomesOf, waitQuery } from "../notice-outcomes.ts";
import {
  changeRow,
  etagHeader,
  findRow,
  idParams,
  ifMatchHeader,
  patchOf,
  type Resource,
  showRow,
  singleBody,
  tagOf,
} from "../resource.ts";
import type { SaveResult } from "../resource-kind.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { webhookSchema } from "../response-schemas.ts";
import { type AdminRoute, defineRoute } from "../route.ts";

const body = z
  .strictObject({
    name,
    origin: origin.meta({ examples: ["https://shop.example"] }),
    notificationUrl: z
      .string()
      .meta({ examples: ["https://shop.example/notices"] })
      .describe(
        "Where notices go: http or https, not an address of a private network, unless " +
          "`DOCGATE_NOTICE_ALLOW_PRIVATE` allows it.",
      ),
    signing: z
      .enum(SIGNINGS)
      .optional()
      .describe(
        "How notices are signed, as Standard Webhooks has it: `v1` with a secret of this webhook, " +
          "`v1a` with docgate's published keys, `none` not at all. " +
          `Default: \`${DEFAULT_SIGNING}\`.`,
      ),
  })
  .meta({ id: "WebhookInput" });

export const webhooks: Resource<Webhook> = {
  collection: "webhooks",
  singular: "webhook",
  noun: "webhook",
  plural: "webhooks",
  permission: "api-keys",
  schema: webhookSchema,
  table: (queries) => queries.webhooks,
  textOf: ({ name }) => name,
  sortable: ["name", "origin"],
  foundBy: ({ name, origin, notificationUrl }) => [name, origin, notificationUrl],
};

const signingSecret = z
  .string()
  .describe("The secret of `v1` in plain text, `whsec_…`, shown once.");

const DEFAULT_OVERLAP_HOURS = 24;

/** Shows a secret, if the row has it: not if the webhook had one before. */
function revealing(row: Webhook, secret: NewSigningSecret | undefined): SaveResult<Webhook> {
  if (secret === undefined || row.signingSecret !== secret.sealed) return { row };
  return { row, secret: { signingSecret: secret.signingSecret } };
}

export const WEBHOOK_ROUTES: readonly AdminRoute[] = [
  ...resourceRoutes({
    resource: webhooks,
    createBody: body,
    createDescription:
      "A webhook is a partner's website: the `origin` from which requests are answered, as " +
      "browsers send it, and the address for notices. An origin that another webhook has is " +
      "refused. With `signing: v1`, the answer has the secret that signs its notices.",
    fieldsFor: ({ allowance }) => ({ notificationUrl: notificationUrlWithin(allowance) }),
    secret: { signingSecret },
    create: async ({ platform: { newId, vault, allowance: allow } }, fields) => {
      const id = newId();
      const secret = await secretFor(fields.signing, { vault, id });
      return async (change) =>
        revealing(await createWebhook(change, { id, fields, allow, secret }), secret);
    },
    updateBody: patchOf(body).meta({ id: "WebhookPatch" }),
    updateSecret: { signingSecret: signingSecret.describe("Only after a change to `v1`.") },
    update: async ({ params: { id }, platform: { vault, allowance: allow } }, fields) => {
      const secret = await secretFor(fields.signing, { vault, id });
      return async (change) =>
        revealing(await updateWebhook(change, { id, fields, allow, secret }), secret);
    },
    remove: deleteWebhook,
    removeDescription: "Unbinds it from its API key, whose Origin leaves the allow-list.",
  }),
  defineRoute(
    {
      method: "post",
      path: "/webhooks/{id}/rotate-signing-secret",
      operationId: "rotateSigningSecret",
      summary: "Rotate the secret that signs a webhook's notices",
      description:
        "For a webhook with `signing: v1`. Until the overlap ends, notices have a signature with the " +
        "old secret too, so that the partner can change over. At most two secrets are good at once. " +
        "Of two simultaneous rotations, one is answered 409.",
      tag: tagOf(webhooks),
      access: "api-keys:w",
      params: idParams,
      headers: ifMatchHeader,
      body: z
        .strictObject({
          overlapHours: z
            .int()
            .min(0)
            .max(MAX_OVERLAP_HOURS)
            .optional()
            .describe(
              "How long the old secret signs too; 0: not at all. " +
                `Default: ${DEFAULT_OVERLAP_HOURS}.`,
            ),
        })
        .optional(),
      responses: {
        200: {
          description: "Rotated",
          body: singleBody(webhooks, { signingSecret }),
          headers: etagHeader,
        },
      },
      errors: [409],
    },
    async (call) => {
      const { id } = call.params;
      const { vault, store } = call.platform;
      const { signingSecret: replaces } = await findRow(webhooks, { queries: store.read, call });
      const { overlapHours = DEFAULT_OVERLAP_HOURS } = call.body ?? {};
      const secret = await newSigningSecret(vault, id);
      const { result: row } = await changeRow(webhooks, {
        call,
        work: (change) => rotateSigningSecret(change, { id, replaces, secret, overlapHours }),
      });
      const { body, headers } = await showRow(webhooks, { row, call });
      return { status: 200, body: { ...body, signingSecret: secret.signingSecret }, headers };
    },
  ),
  defineRoute(
    {
      method: "post",
      path: "/webhooks/{id}/test",
      operationId: "testWebhook",
      summary: "Send a test notice",
      description:
        "An empty notice, under the same rules as all: does it arrive? The outcome is in the " +
        "notice log.",
      tag: tagOf(webhooks),
      access: "api-keys:w",
      params: idParams,
      query: waitQuery,
      headers: ifMatchHeader,
      responses: {
        202: {
          description: "The notice is being sent",
          body: z.strictObject({ notices: z.array(z.string()).length(1), ...outcomesField }),
        },
      },
    },
    async (call) => {
      const work = (change: Change) => testWebhook(change, call.params.id);
      const { noticeIds } = await changeRow(webhooks, { call, work });
      const outcomes = await outcomesOf(call, noticeIds);
      return { status: 202, body: { notices: noticeIds, ...outcomes } };
    },
  ),
];
