import { type ComponentChildren, createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { COLLECTIONS, type CollectionName, list, nameOf } from "./api/collections.ts";
import { useLoad } from "./parts/load.tsx";
import { linkTo } from "./route.ts";
import { useSession } from "./session.tsx";

/** Names by id. */
type Names = ReadonlyMap<string, string>;

type AskNames = (collection: CollectionName) => Promise<Names>;

const NamesContext = createContext<AskNames | null>(null);

interface NamesProviderProps {
  readonly children: ComponentChildren;
}

/** Lets everything on one screen ask for names, and asks the server once for each collection. */
export function NamesProvider({ children }: NamesProviderProps) {
  const { number } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests that failed before a sign-in are repeated
  const ask = useMemo(rememberNames, [number]);
  return <NamesContext.Provider value={ask}>{children}</NamesContext.Provider>;
}

function rememberNames(): AskNames {
  const asked = new Map<CollectionName, Promise<Names>>();
  return (collection) => {
    const names = asked.get(collection) ?? readNames(collection);
    asked.set(collection, names);
    return names;
  };
}

async function readNames(collection: CollectionName): Promise<Names> {
  const { items } = await list(collection);
  return new Map(items.map((item) => [item.id, nameOf(item)]));
}

/** Returns the names of a collection's items. @returns undefined while they are loading */
export function useNames(collection: CollectionName): Names | undefined {
  const { may } = useSession();
  const ask = useContext(NamesContext)!;
  const isAllowed = may(COLLECTIONS[collection].permission);
  const { loading } = useLoad<Names>(
    () => (isAllowed ? ask(collection) : Promise.resolve(new Map())),
    [collection, isAllowed, ask],
  );
  if (loading.state === "failed") return new Map();
  return loading.state === "ready" ? loading.value : undefined;
}

interface NameOfProps {
  readonly collection: CollectionName;
  readonly id: string;
}

/** Shows an item's name as a link to it, or the bare id if it does not exist or may not be seen. */
export function NameOf({ collection, id }: NameOfProps) {
  const names = useNames(collection);
  if (names === undefined) return <span class="quiet">…</span>;
  const name = names.get(id);
  if (name === undefined) return <code class="quiet">{id}</code>;
  return (
    <a href={linkTo(collection, id)}>
      <bdi>{name}</bdi>
    </a>
  );
}
