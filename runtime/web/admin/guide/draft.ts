import { useEffect, useState } from "preact/hooks";
import type { CollectionName, ItemOf } from "../api/collections.ts";
import { useSession } from "../session.tsx";
import { PARTS, type PartName } from "./parts.ts";

export type Item = ItemOf<CollectionName>;

/** What a person has entered of one part. */
export interface PartDraft {
  /** An existing one, or one that was made; null for one that is to be made. */
  readonly chosen: Item | null;
  /** What is typed in for a new one. */
  readonly values: object | null;
  /** Whether the secret of the existing one is to be replaced. */
  readonly isRenewed: boolean;
  /** Whether the guide has made it. */
  readonly isMade: boolean;
}

/** A secret that the guide has made. */
export interface MadeSecret {
  readonly part: PartName;
  readonly label: string;
  readonly value: string;
}

/** A chain that is being put together. */
export interface Draft {
  readonly parts: Readonly<Record<PartName, PartDraft>>;
  /** Made, and not said to be stored yet. */
  readonly secrets: readonly MadeSecret[];
  /** A chain that is whole, until the next one is begun. */
  readonly finished: Finished | null;
  /** One for each create: a second try of the same makes no second one. */
  readonly tries: Map<string, string>;
}

/** What is no secret of a chain. */
export interface Finished {
  readonly items: Readonly<Record<PartName, Item>>;
}

const EMPTY_PART: PartDraft = { chosen: null, values: null, isRenewed: false, isMade: false };

const EMPTY: Omit<Draft, "tries"> = {
  parts: {
    webhook: EMPTY_PART,
    client: EMPTY_PART,
    certificate: EMPTY_PART,
    contract: EMPTY_PART,
    apiKey: EMPTY_PART,
  },
  secrets: [],
  finished: null,
};

/**
 * Kept in memory, so that a person may look something up elsewhere in the console and come back.
 * Never in the browser's storage: a shared secret is part of it.
 */
let kept: { readonly owner: string; readonly draft: Draft } | null = null;
const listeners = new Set<() => void>();

/** The draft as it is now, and ways to change it. */
export interface DraftStore {
  current(): Draft;
  change(next: Partial<Draft>): void;
  changePart(name: PartName, next: Partial<PartDraft>): void;
  /** Forgets what was entered; what was made stays where it is. */
  startOver(): void;
}

/** The draft of the person who is signed in; nobody sees that of another. */
export function useDraft(): DraftStore {
  const { admin } = useSession();
  const owner = `${admin.organization.id} ${admin.email}`;
  const [, redraw] = useState(0);
  useEffect(() => {
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

/** Whether a reload would lose something. */
export function hasEntries({ parts, secrets }: Draft): boolean {
  const entered = Object.values(parts).some(({ chosen, values }) => chosen ?? values);
  return entered || secrets.length > 0;
}

/** What the next parts are called unless the person has another name: what the webhook is called. */
export function nameForMore({ parts: { webhook } }: Draft): string {
  const { name = "" } = (webhook.chosen ?? webhook.values ?? {}) as { readonly name?: string };
  return name.trim();
}

/** A draft with nothing entered that still tells of a chain that is whole. */
export function afterwards(finished: Finished): Partial<Draft> {
  return { ...EMPTY, finished, tries: new Map() };
}

/** The parts that the guide has made and that are in no chain yet. */
export function madeParts({ parts }: Draft): readonly PartName[] {
  return PARTS.map(({ name }) => name).filter((name) => parts[name].isMade);
}
