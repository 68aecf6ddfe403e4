import type { Queries } from "../../store/queries.ts";
import type { Contract, ContractSpace } from "../../store/rows.ts";
import type { Where } from "../../store/table.ts";
import type { RowTable } from "./rows.ts";

/** The spaces that a contract offers, in its order, and the default spaces of new consumers. */
export interface ContractSpaces {
  readonly spaceIds: readonly string[];
  readonly defaultSystemSpaceIds: readonly string[];
  readonly defaultOutsideSpaceIds: readonly string[];
}

/** A contract as administrators see it. */
export interface ContractWithSpaces extends Contract, ContractSpaces {}

/** Reads and writes contracts together with their spaces, which the store keeps separately. */
export function contractTable(tx: Queries): RowTable<ContractWithSpaces> {
  async function find(where: Where<ContractWithSpaces>): Promise<ContractWithSpaces | undefined> {
    const contract = await tx.contracts.find(where as Where<Contract>);
    return contract && withSpaces(tx, contract);
  }

  return {
    find,
    async list(where) {
      const contracts = await tx.contracts.list(where as Where<Contract>);
      return Promise.all(contracts.map((contract) => withSpaces(tx, contract)));
    },
    async insert(row) {
      const [contract, spaces] = split(row);
      await tx.contracts.insert(contract as Contract);
      await insertSpaces(tx, row.id, spaces as ContractSpaces);
    },
    async update({ id }, change) {
      const [contract, { spaceIds, ...defaults }] = split(change);
      if (spaceIds) {
        await tx.contractSpaces.remove({ contractId: id });
        await insertSpaces(tx, id!, { spaceIds, ...defaults } as ContractSpaces);
      }
      return tx.contracts.update({ id }, contract);
    },
    async remove({ id }) {
      const row = await find({ id });
      await tx.contracts.remove({ id });
      return row ? [row] : [];
    },
  };
}

async function withSpaces(tx: Queries, contract: Contract): Promise<ContractWithSpaces> {
  const entries = await tx.contractSpaces.list({ contractId: contract.id });
  return {
    ...contract,
    spaceIds: idsOf(entries),
    defaultSystemSpaceIds: idsOf(entries.filter(({ defaultSystem }) => defaultSystem)),
    defaultOutsideSpaceIds: idsOf(entries.filter(({ defaultOutside }) => defaultOutside)),
  };
}

function idsOf(entries: readonly ContractSpace[]): string[] {
  return entries.map(({ spaceId }) => spaceId);
}

async function insertSpaces(
  tx: Queries,
  contractId: string,
  { spaceIds, defaultSystemSpaceIds, defaultOutsideSpaceIds }: ContractSpaces,
): Promise<void> {
  for (const [position, spaceId] of spaceIds.entries()) {
    await tx.contractSpaces.insert({
      contractId,
      spaceId,
      position,
      defaultSystem: defaultSystemSpaceIds.includes(spaceId),
      defaultOutside: defaultOutsideSpaceIds.includes(spaceId),
    });
  }
}

function split(row: Where<ContractWithSpaces>): [Where<Contract>, Where<ContractSpaces>] {
  const { spaceIds, defaultSystemSpaceIds, defaultOutsideSpaceIds, ...contract } = row;
  return [contract, { spaceIds, defaultSystemSpaceIds, defaultOutsideSpaceIds }];
}
