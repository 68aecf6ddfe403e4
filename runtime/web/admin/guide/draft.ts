import { useLayoutEffect, useState } from "preact/hooks";
import type { CollectionName, ItemOf } from "../api/collections.ts";
import { useSession } from "../session.tsx";
import { PARTS, type PartName } from "./parts.ts";

export type Item = ItemOf<CollectionName>;

/** The entries for one part. */
export interface PartDraft {
  /** An existing item, or one that was created; null for one still to be created. */
  readonly chosen: Item | null;
  /** The entries for a new item. */
  readonly values: object | null;
  /** True if the existing item's secret is to be replaced. */
  readonly isRenewed: boolean;
  /** True if the server would accept the entries. */
  readonly isChecked: boolean;
  /** True if the guide has created it. */
  readonly isMade: boolean;
}

/** A secret that the guide has created. */
export interface MadeSecret {
  readonly part: PartName;
  readonly label: string;
  readonly value: string;
}

/** A chain being put together. */
export interface Draft {
  readonly parts: Readonly<Record<PartName, PartDraft>>;
  /** Titles of spaces that the guide has created. */
  readonly spaces: readonly string[];
  /** Created, and not yet confirmed as stored. */
  readonly secrets: readonly MadeSecret[];
  /** A complete chain, until the next one is started. */
  readonly finished: ChainFacts | null;
  /** One key for each create: a second attempt creates no second item. */
  readonly tries: Map<string, string>;
}

/** The facts of a chain that are not secret. */
export interface ChainFacts {
  readonly items: Readonly<Record<PartName, Item>>;
}

const EMPTY_PART: PartDraft = {
  chosen: null,
  values: null,
  isRenewed: false,
  isChecked: false,
  isMade: false,
};

const EMPTY: Omit<Draft, "tries"> = {
  parts: {
    webhook: EMPTY_PART,
    client: EMPTY_PART,
    certificate: EMPTY_PART,
    contract: EMPTY_PART,
    apiKey: EMPTY_PART,
  },
  spaces: [],
  secrets: [],
  finished: null,
};

/**
 * Kept in memory, so that a person may look something up elsewhere in the console and come back.
 * Never in the browser's storage, because a shared secret is part of it.
 */
let kept: { readonly owner: string; readonly draft: Draft } | null = null;
const listeners = new Set<() => void>();

/** The current draft, and ways to change it. */
export interface DraftStore {
  current(): Draft;
  change(next: Partial<Draft>): void;
  changePart(name: PartName, next: Partial<PartDraft>): void;
  /** Discards all entries; created parts remain. */
  startOver(): void;
}

/** Returns the draft of the signed-in person; nobody sees another person's draft. */
export function useDraft(): DraftStore {
  const { admin } = useSession();
  const owner = `${admin.organization.id} ${admin.email}`;
  const [, redraw] = useState(0);
  useLayoutEffect(() => {
    const listen = () => redraw((count) => count + 1);
    listeners.add(listen);
    return () => void listeners.delete(listen);
  }, []);
  return storeOf(owner);
}

function storeOf(owner: string): DraftStore {
  const current = () => (kept?.owner === owner ? kept.draft : { ...EMPTY, tries: new Map() });
  const change = (next: Partial<Draft>) => keep({ owner, draft: { ...current(), ...next } });
  return {
    current,
    change,
    changePart(name, next) {
      const { parts } = current();
      change({ parts: { ...parts, [name]: { ...parts[name], ...next } } });
    },
    startOver: () => keep(null),
  };
}

function keep(next: typeof kept): void {
  kept = next;
  if (kept && hasEntries(kept.draft)) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
  for (const listen of listeners) listen();
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Returns whether a reload would lose something. */
export function hasEntries({ parts, secrets }: Draft): boolean {
  const entered = Object.values(parts).some(({ chosen, values }) => chosen ?? values);
  return entered || secrets.length > 0;
}

/** Returns the default name of the following parts: the webhook's name. */
export function nameForMore({ parts: { webhook } }: Draft): string {
  const { name = "" } = (webhook.chosen ?? webhook.values ?? {}) as { readonly name?: string };
  return name.trim();
}

/** Returns a draft without entries that still holds the facts of a complete chain. */
export function afterwards(finished: ChainFacts): Partial<Draft> {
  return { ...EMPTY, finished, tries: new Map() };
}

/** Names everything that the guide has created and that is not in a chain yet. */
export function madeSoFar({ parts, spaces }: Draft): readonly string[] {
  return [
    ...spaces.map((title) => `space “${title}”`),
    ...PARTS.filter(({ name }) => parts[name].isMade).map(({ noun }) => noun),
  ];
}
