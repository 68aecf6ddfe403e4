import { useEffect, useState } from "preact/hooks";
import { type CollectionName, type ItemOf, list } from "../api/collections.ts";
import type { ApiError } from "../api/request.ts";
import type { AnyKind } from "../kinds/kind.ts";
import { Failure, Loaded, useFailure, useLoad } from "../parts/load.tsx";
import { Page } from "../parts/page.tsx";
import { Table } from "../parts/table.tsx";
import { linkTo } from "../route.ts";
import { useSession } from "../session.tsx";

type Item = ItemOf<CollectionName>;

const PAGE_SIZE = 100;
/** A person who types is not asked after for so long. */
const TYPING_PAUSE_MS = 200;

interface ItemListProps {
  readonly kind: AnyKind;
}

/** All items of a collection, with a search by name. */
export function ItemList({ kind }: ItemListProps) {
  const { may } = useSession();
  const [search, setSearch] = useState("");
  const [query, setQuery] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQuery(search.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);

  return (
    <Page
      title={kind.plural}
      about={kind.about}
      actions={
        may(`${kind.permission}:w`) && (
          <a class="button" href={linkTo(kind.collection, "new")}>
            New {kind.noun}
          </a>
        )
      }
    >
      <search>
        <label for="search">Search by name</label>
        <input
          id="search"
          type="search"
          value={search}
          autocomplete="off"
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </search>
      <Results kind={kind} query={query} />
    </Page>
  );
}

interface ResultsProps extends ItemListProps {
  readonly query: string;
}

function Results({ kind, query }: ResultsProps) {
  const { collection, plural } = kind;
  const first = useLoad(
    (signal) => list(collection, { query: { q: query, limit: PAGE_SIZE }, signal }),
    [collection, query],
  );
  return (
    <Loaded from={first}>
      {(page) =>
        page.items.length === 0 ? (
          <Nothing kind={kind} query={query} />
        ) : (
          <Rows key={page} kind={kind} query={query} first={page} caption={plural} />
        )
      }
    </Loaded>
  );
}

function Nothing({ kind, query }: ResultsProps) {
  return (
    <p class="empty" role="status">
      {query === ""
        ? `There is no ${kind.noun} yet.`
        : `No ${kind.noun} has “${query}” in its name.`}
    </p>
  );
}

interface RowsProps extends ResultsProps {
  readonly first: { readonly items: readonly Item[]; readonly nextAfter?: string };
  readonly caption: string;
}

function Rows({ kind, query, first, caption }: RowsProps) {
  const [items, setItems] = useState(first.items);
  const [nextAfter, setNextAfter] = useState(first.nextAfter);
  const [error, setError] = useState<ApiError | null>(null);
  const fail = useFailure();

  async function loadMore(): Promise<void> {
    setError(null);
    try {
      const page = await list(kind.collection as CollectionName, {
        query: { q: query, limit: PAGE_SIZE, after: nextAfter },
      });
      setItems((before) => [...before, ...page.items]);
      setNextAfter(page.nextAfter);
    } catch (error) {
      setError(fail(error));
    }
  }

  const name = {
    title: "Name",
    cell: (item: Item) => (
      <a href={linkTo(kind.collection, item.id)}>
        <bdi>{kind.nameOf(item)}</bdi>
      </a>
    ),
  };
  return (
    <>
      <Table
        caption={caption}
        columns={[name, ...kind.columns]}
        items={items}
        keyOf={({ id }) => id}
      />
      {error && <Failure error={error} />}
      {nextAfter !== undefined && (
        <div class="actions">
          <button type="button" class="secondary" onClick={() => void loadMore()}>
            Show more
          </button>
        </div>
      )}
    </>
  );
}
