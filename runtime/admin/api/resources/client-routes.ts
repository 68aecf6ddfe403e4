import * as z from "zod";
import {
  createClient,
  deleteClient,
  newClientSecret,
  rotateClientSecret,
  updateClient,
} from "../../../partner/chain/clients.ts";
import { MAX_OVERLAP_HOURS, name } from "../../../partner/chain/fields.ts";
import type { Client } from "../../../store/rows.ts";
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
import { resourceRoutes } from "../resource-routes.ts";
import { clientSchema } from "../response-schemas.ts";
import { type AdminRoute, defineRoute } from "../route.ts";

const body = z.strictObject({ name }).meta({ id: "ClientInput" });

export const clients: Resource<Client> = {
  collection: "clients",
  singular: "client",
  noun: "client",
  plural: "clients",
  permission: "api-keys",
  schema: clientSchema,
  table: (queries) => queries.clients,
  textOf: ({ name }) => name,
  sortable: ["name"],
  foundBy: ({ name, clientId }) => [name, clientId],
};

const secret = { clientSecret: z.string().describe("The secret in plain text, shown once.") };

export const CLIENT_ROUTES: readonly AdminRoute[] = [
  ...resourceRoutes({
    resource: clients,
    createBody: body,
    createDescription:
      "A client identifies a partner's server. `clientSecret` is in this answer only; the " +
      "server needs it to mint application tokens.",
    secret,
    create: async ({ platform }, fields) => {
      const newSecret = newClientSecret(platform.vault);
      return async (change) => ({
        row: await createClient(change, { fields, secret: newSecret }),
        secret: { clientSecret: newSecret.clientSecret },
      });
    },
    updateBody: patchOf(body).meta({ id: "ClientPatch" }),
    update:
      async ({ params: { id } }, fields) =>
      async (change) => ({ row: await updateClient(change, { id, fields }) }),
    remove: deleteClient,
    removeDescription: "Unbinds it from its API key.",
  }),
  defineRoute(
    {
      method: "post",
      path: "/clients/{id}/rotate-secret",
      operationId: "rotateClientSecret",
      summary: "Rotate a client's secret",
      description:
        "The old secret mints no tokens after the overlap; tokens already minted stay valid. At most " +
        "two secrets work at once: a second rotation within the overlap ends it. Of two simultaneous " +
        "rotations, one is answered 409.",
      tag: tagOf(clients),
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
            .describe("How long the old secret works too. Default: 0, not at all."),
        })
        .optional(),
      responses: {
        200: { description: "Rotated", body: singleBody(clients, secret), headers: etagHeader },
      },
      errors: [409],
    },
    async (call) => {
      const { id } = call.params;
      const { vault, store } = call.platform;
      const { secretHash: replaces } = await findRow(clients, { queries: store.read, call });
      const { overlapHours = 0 } = call.body ?? {};
      const newSecret = newClientSecret(vault);
      const { result: row } = await changeRow(clients, {
        call,
        work: (change) =>
          rotateClientSecret(change, { id, replaces, secret: newSecret, overlapHours }),
      });
      const { body, headers } = await showRow(clients, { row, call });
      const { clientSecret } = newSecret;
      return { status: 200, body: { ...body, clientSecret }, headers };
    },
  ),
];
