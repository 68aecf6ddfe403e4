import { type ComponentChildren, createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { COLLECTIONS, type CollectionName, type ItemOf, list, nameOf } from "./api/collections.ts";
import { useLoad } from "./parts/load.tsx";
import { linkTo } from "./route.ts";
import { useSession } from "./session.tsx";

/** All items of a collection by id, in the order of their creation. */
type Items<Name extends CollectionName> = ReadonlyMap<string, ItemOf<Name>>;

type AskItems = (collection: CollectionName) => Promise<Items<CollectionName>>;

const ItemsContext = createContext<AskItems | null>(null);

const NONE: Items<CollectionName> = new Map();

interface NamesProviderProps {
  readonly children: ComponentChildren;
}

/** Lets everything on one screen ask for names, and asks the server once for each collection. */
export function NamesProvider({ children }: NamesProviderProps) {
  const { number } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests that failed before a sign-in are repeated
  const ask = useMemo(rememberItems, [number]);
  return <ItemsContext.Provider value={ask}>{children}</ItemsContext.Provider>;
}

function rememberItems(): AskItems {
  const asked = new Map<CollectionName, Promise<Items<CollectionName>>>();
  return (collection) => {
    const items = asked.get(collection) ?? readItems(collection);
    asked.set(collection, items);
    return items;
  };
}

async function readItems(collection: CollectionName): Promise<Items<CollectionName>> {
  const { items } = await list(collection);
  return new Map(items.map((item) => [item.id, item]));
}

/**
 * Returns the items of a collection that a screen shows next to its own.
 *
 * @returns undefined while they are loading; none if they may not be seen
 */
export function useItems<Name extends CollectionName>(collection: Name): Items<Name> | undefined {
  const { may } = useSession();
  const ask = useContext(ItemsContext)!;
  const isAllowed = may(COLLECTIONS[collection].permission);
  const { loading } = useLoad(
    () => (isAllowed ? ask(collection) : Promise.resolve(NONE)),
    [collection, isAllowed, ask],
  );
  if (loading.state === "loading") return undefined;
  return (loading.state === "ready" ? loading.value : NONE) as Items<Name>;
}

interface NameOfProps {
  readonly collection: CollectionName;
  readonly id: string;
}

/** Shows an item's name as a link to it, or the bare id if it does not exist or may not be seen. */
export function NameOf({ collection, id }: NameOfProps) {
  const items = useItems(collection);
  if (items === undefined) return <span class="quiet">…</span>;
  const item = items.get(id);
  if (item === undefined) {
    return (
      <code class="quiet" title={id}>
        {id}
      </code>
    );
  }
  const name = nameOf(item);
  return (
    <a href={linkTo(collection, id)} title={name}>
      <bdi>{name}</bdi>
    </a>
  );
}
