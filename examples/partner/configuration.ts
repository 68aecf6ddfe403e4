import type { Contract, FrontSettings, PartnerClient, Policy, Space } from "docgate/partner";

/** Everything that the partner last read from docgate. */
export interface Configuration {
  readonly spaces: readonly Space[];
  readonly contract: Contract | null;
  readonly policy: Policy | null;
  /** By the agent's slug. */
  readonly frontSettings: ReadonlyMap<string, FrontSettings>;
}

const EMPTY: Configuration = {
  spaces: [],
  contract: null,
  policy: null,
  frontSettings: new Map(),
};

/** The partner's copy of its configuration, kept fresh by notices. */
export interface ConfigurationCopy {
  current(): Configuration;
  readAll(): Promise<void>;
  readSpaces(): Promise<void>;
  /** Reads the contract and the policy. */
  readContract(): Promise<void>;
  readFrontSettings(): Promise<void>;
  /** Forgets everything: without a contract, there is nothing to read. */
  clear(): Promise<void>;
}

/** Creates the copy, empty at first. `onChange` is called after each read. */
export function createConfigurationCopy(
  client: PartnerClient,
  onChange: () => void,
): ConfigurationCopy {
  let current = EMPTY;
  let lastUpdate: Promise<void> = Promise.resolve();

  /** One read begins after the other, so an older answer never replaces a newer one. */
  function inTurn(read: () => Promise<Partial<Configuration>>): () => Promise<void> {
    async function update(): Promise<void> {
      current = { ...current, ...(await read()) };
      onChange();
    }
    return () => {
      lastUpdate = lastUpdate.then(update, update);
      return lastUpdate;
    };
  }

  async function spaces() {
    const read = await client.readSpaces();
    return { spaces: read, frontSettings: await frontSettingsOf(read) };
  }

  async function contract() {
    const [read, policy] = await Promise.all([client.readContract(), client.readPolicy()]);
    return { contract: read, policy };
  }

  async function frontSettingsOf(spaces: readonly Space[]) {
    const slugs = spaces.flatMap(({ agents }) => agents.map(({ agentId }) => agentId));
    const found = await Promise.all(slugs.map((slug) => client.readFrontSettings(slug)));
    return new Map(slugs.flatMap((slug, index) => (found[index] ? [[slug, found[index]]] : [])));
  }

  return {
    current: () => current,
    readAll: inTurn(async () => ({ ...(await contract()), ...(await spaces()) })),
    readSpaces: inTurn(spaces),
    readContract: inTurn(contract),
    readFrontSettings: inTurn(async () => ({
      frontSettings: await frontSettingsOf(current.spaces),
    })),
    clear: inTurn(async () => EMPTY),
  };
}
