import * as z from "zod";
import {
  createConsumer,
  deleteConsumer,
  updateConsumer,
} from "../../../partner/chain/consumers.ts";
import { email, newPassword, reference } from "../../../partner/chain/fields.ts";
import type { Consumer } from "../../../store/rows.ts";
import { patchOf, type Resource } from "../resource.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { consumerSchema } from "../response-schemas.ts";
import type { AdminRoute } from "../route.ts";

const body = z
  .strictObject({
    contractId: reference,
    email: email.describe("Unique in the contract; case and the encoding of accents are ignored."),
    password: newPassword,
    registration: z
      .enum(["system", "outside"])
      .describe("Registered inside the platform (`system`) or outside it (`outside`)."),
  })
  .meta({ id: "ConsumerInput" });

export const consumers: Resource<Consumer> = {
  collection: "consumers",
  singular: "consumer",
  noun: "consumer",
  plural: "consumers",
  permission: "directory",
  schema: consumerSchema,
  table: (queries) => queries.consumers,
  textOf: ({ email }) => email,
  sortable: ["email", "lastSignInAt"],
  foundBy: ({ email }) => [email],
};

const filter = {
  query: z.strictObject({
    contractId: z.string().max(100).optional().describe("Only consumers of this contract."),
  }),
  matches: (consumer: Consumer, { contractId }: { contractId?: string | undefined }) =>
    contractId === undefined || consumer.contractId === contractId,
};

export const CONSUMER_ROUTES: readonly AdminRoute[] = resourceRoutes({
  resource: consumers,
  filter,
  createBody: body,
  createDescription:
    "A consumer signs in on the website of the contract's partner. An email that the contract " +
    "already has is refused.",
  create: async ({ platform }, { password, ...fields }) => {
    const passwordHash = await platform.passwords.hash(password);
    return async (change) => ({ row: await createConsumer(change, { ...fields, passwordHash }) });
  },
  updateBody: patchOf(body).meta({ id: "ConsumerPatch" }),
  update: async ({ platform, params: { id } }, { password, ...fields }) => {
    const passwordHash =
      password === undefined ? undefined : await platform.passwords.hash(password);
    return async (change) => ({
      row: await updateConsumer(change, { id, fields: { ...fields, passwordHash } }),
    });
  },
  remove: deleteConsumer,
  removeDescription: "The consumer can no longer sign in, and no longer refresh tokens.",
});
