import type { Contract, FrontSettings, Platform, Policy, Space } from "./platform.ts";

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

const ALL = ["spaces", "contract", "policy", "frontSettings"] as const;

type Read = (typeof ALL)[number];

/** Parts to read after a refresh notice of each kind. */
const READS: ReadonlyMap<string, readonly Read[]> = new Map<string, readonly Read[]>([
  ["r_space", ["spaces"]],
  ["r_agent", ["spaces"]],
  ["r_consumer_policy", ["contract", "policy"]],
  ["r_agent_front_settings", ["frontSettings"]],
  ["r_json", ["frontSettings"]],
  // The key may be bound to another contract now.
  ["r_api_keys", ALL],
]);

/** The partner's copy of its configuration, kept fresh by notices. */
export interface ConfigurationCopy {
  current(): Configuration;
  /** Reads everything. */
  readAll(): Promise<void>;
  /** Reads the parts that notices of these kinds ask for. */
  refresh(kinds: readonly string[]): Promise<void>;
}

/**
 * Creates the copy, empty at first.
 *
 * Notices can arrive faster than the partner reads. Parts requested during a read are read again
 * after it, so the last read always began after the last notice.
 */
export function createConfigurationCopy(platform: Platform): ConfigurationCopy {
  let current = EMPTY;
  const wanted = new Set<Read>();
  let reading: Promise<void> | undefined;

  const readers: Readonly<Record<Read, () => Promise<Partial<Configuration>>>> = {
    spaces: async () => ({ spaces: await platform.readSpaces() }),
    contract: async () => ({ contract: await platform.readContract() }),
    policy: async () => ({ policy: await platform.readPolicy() }),
    frontSettings: async () => ({ frontSettings: await readFrontSettings() }),
  };

  async function readFrontSettings(): Promise<ReadonlyMap<string, FrontSettings>> {
    const slugs = slugsOf(current);
    const found = await Promise.all(slugs.map((slug) => platform.readFrontSettings(slug)));
    return new Map(slugs.flatMap((slug, index) => (found[index] ? [[slug, found[index]]] : [])));
  }

  async function readWanted(): Promise<void> {
    try {
      while (wanted.size > 0) {
        // In this order: the front settings depend on the spaces.
        for (const read of ALL.filter((one) => wanted.delete(one))) await readOne(read);
      }
    } finally {
      reading = undefined;
    }
  }

  async function readOne(read: Read): Promise<void> {
    const before = slugsOf(current).join();
    current = { ...current, ...(await readers[read]()) };
    if (slugsOf(current).join() !== before) wanted.add("frontSettings");
  }

  function read(first: Read, ...more: readonly Read[]): Promise<void> {
    for (const one of [first, ...more]) wanted.add(one);
    reading ??= readWanted();
    return reading;
  }

  return {
    current: () => current,
    readAll: () => read(...ALL),
    async refresh(kinds) {
      if (kinds.includes("r_consumer_policy_delete")) {
        // Without a contract, there is nothing to read.
        await reading?.catch(() => {});
        current = EMPTY;
        return;
      }
      const [first, ...more] = kinds.flatMap((kind) => READS.get(kind) ?? []);
      if (first) await read(first, ...more);
    },
  };
}

function slugsOf({ spaces }: Configuration): string[] {
  return spaces.flatMap(({ agents }) => agents.map(({ agentId }) => agentId));
}
