import * as z from "zod";
import { type ContractWithSpaces, contractTable } from "../../../partner/chain/contract-table.ts";
import {
  createContract,
  deleteContract,
  updateContract,
} from "../../../partner/chain/contracts.ts";
import { name, reference } from "../../../partner/chain/fields.ts";
import { eachSwitch } from "../../../store/policy.ts";
import { patchOf, type Resource } from "../resource.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { contractSchema } from "../response-schemas.ts";
import type { AdminRoute } from "../route.ts";

/** Limited because each is looked up. */
const MAX_SPACES = 1_000;

const spaces = z.array(reference).max(MAX_SPACES, `Must have at most ${MAX_SPACES} ids.`);
const subset = spaces.describe("Those of `spaceIds` that a new consumer starts with.");

const body = z
  .strictObject({
    name,
    spaceIds: spaces.describe("The spaces that the tenant may offer, in this order.").default([]),
    ...eachSwitch(() => z.boolean().default(false)),
    defaultSystemSpaceIds: subset.default([]),
    defaultOutsideSpaceIds: subset.default([]),
  })
  .meta({ id: "ContractInput" });

export const contracts: Resource<ContractWithSpaces> = {
  collection: "contracts",
  singular: "contract",
  noun: "contract",
  plural: "contracts",
  permission: "api-keys",
  schema: contractSchema,
  table: contractTable,
  textOf: ({ name }) => name,
  sortable: ["name"],
  foundBy: ({ name, key }) => [name, key],
};

export const CONTRACT_ROUTES: readonly AdminRoute[] = resourceRoutes({
  resource: contracts,
  createBody: body,
  createDescription:
    "A contract says which spaces a partner may offer, and how its consumers sign in. docgate " +
    "chooses its `key`, the audience of their tokens.",
  create: async (_call, fields) => async (change) => ({
    row: await createContract(change, fields),
  }),
  updateBody: patchOf(body).meta({ id: "ContractPatch" }),
  update:
    async ({ params: { id } }, fields) =>
    async (change) => ({ row: await updateContract(change, { id, fields }) }),
  remove: deleteContract,
  removeDescription: "Unbinds it from its API key, and deletes its consumers.",
});
