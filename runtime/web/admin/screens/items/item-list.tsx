import { useEffect, useId, useState } from "preact/hooks";
import { type CollectionName, type ItemOf, list, nameOf } from "../../api/collections.ts";
import type { ApiError } from "../../api/request.ts";
import type { AnyKind, Filter } from "../../kinds/kind.ts";
import { ItemLink } from "../../parts/item-link.tsx";
import { Failure, Loaded, useFailure, useLoad } from "../../parts/load.tsx";
import { Page } from "../../parts/page.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { linkTo } from "../../route.ts";
import { type Session, useSession } from "../../session.tsx";
import "./item-list.css";

type Item = ItemOf<CollectionName>;

const PAGE_SIZE = 100;
/** Pause after which a person is taken to have stopped typing. */
const TYPING_PAUSE_MS = 200;

interface ItemListProps {
  readonly kind: AnyKind;
}

/** Query parameters set by filters. */
type Narrowing = Readonly<Record<string, string>>;

/** Part of a name, and the parameters of the filters. */
type Query = Narrowing & { readonly q: string };

/** All items of a collection, with a search by name and filters. */
export function ItemList({ kind }: ItemListProps) {
  const session = useSession();
  const { may } = session;
  const nameTitle: string = kind.nameTitle ?? "Name";
  const [search, setSearch] = useState("");
  const [name, setName] = useState("");
  const [narrowed, setNarrowed] = useState<Readonly<Record<string, Narrowing>>>({});
  const filters = useLoad(() => filtersOf(kind, session), [kind]).loading;
  const query = Object.assign({ q: name }, ...Object.values(narrowed)) as Query;
  useEffect(() => {
    const timer = setTimeout(() => setName(search.trim()), TYPING_PAUSE_MS);
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
      <search class="narrowing">
        <div>
          <label for="search">Search by {nameTitle.toLowerCase()}</label>
          <input
            id="search"
            type="search"
            value={search}
            autocomplete="off"
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </div>
        {filters.state === "ready" &&
          filters.value.map((filter) => (
            <FilterSelect
              key={filter.label}
              filter={filter}
              onChange={(one) => setNarrowed({ ...narrowed, [filter.label]: one })}
            />
          ))}
      </search>
      <Results kind={kind} query={query} />
    </Page>
  );
}

async function filtersOf({ filters }: AnyKind, session: Session): Promise<readonly Filter[]> {
  return (typeof filters === "function" ? await filters(session) : filters) ?? [];
}

interface FilterSelectProps {
  readonly filter: Filter;
  readonly onChange: (narrowing: Narrowing) => void;
}

function FilterSelect({ filter: { label, choices }, onChange }: FilterSelectProps) {
  const id = useId();
  return (
    <div>
      <label for={id}>{label}</label>
      <select
        id={id}
        onChange={({ currentTarget }) => onChange(choices[currentTarget.selectedIndex]!.query())}
      >
        {choices.map(({ text }) => (
          <option key={text}>{text}</option>
        ))}
      </select>
    </div>
  );
}

interface ResultsProps extends ItemListProps {
  readonly query: Query;
}

function Results({ kind, query }: ResultsProps) {
  const collection = kind.collection as CollectionName;
  const columns = useLoad(async () => ({ columns: await columnsOf(kind) }), [kind]);
  const first = useLoad(
    (signal) => list(collection, { query: { ...query, limit: PAGE_SIZE }, signal }),
    [collection, JSON.stringify(query)],
  );
  return (
    <Loaded from={columns}>
      {({ columns }) => (
        <Loaded from={first}>
          {(page) =>
            page.items.length === 0 ? (
              <Nothing kind={kind} query={query} />
            ) : (
              <Rows key={page} kind={kind} query={query} first={page} columns={columns} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}

type Columns = readonly Column<Item>[];

async function columnsOf({ columns }: AnyKind): Promise<Columns> {
  return typeof columns === "function" ? await columns() : columns;
}

function Nothing({ kind: { noun, nameTitle = "Name" }, query: { q, ...filters } }: ResultsProps) {
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <p class="empty" role="status">
      {q === "" && !isFiltered && `There is no ${noun} yet.`}
      {q === "" && isFiltered && `There is no such ${noun}.`}
      {q !== "" && (
        <>
          No {isFiltered && "such "}
          {noun} has “<bdi>{q}</bdi>” in its {nameTitle.toLowerCase()}.
        </>
      )}
    </p>
  );
}

interface RowsProps extends ResultsProps {
  readonly first: { readonly items: readonly Item[]; readonly nextAfter?: string };
  readonly columns: Columns;
}

function Rows({ kind, query, first, columns }: RowsProps) {
  const [items, setItems] = useState(first.items);
  const [nextAfter, setNextAfter] = useState(first.nextAfter);
  const [error, setError] = useState<ApiError | null>(null);
  const fail = useFailure();

  async function loadMore(): Promise<void> {
    setError(null);
    try {
      const page = await list(kind.collection as CollectionName, {
        query: { ...query, limit: PAGE_SIZE, after: nextAfter },
      });
      setItems((before) => [...before, ...page.items]);
      setNextAfter(page.nextAfter);
    } catch (error) {
      setError(fail(error));
    }
  }

  const name = {
    title: kind.nameTitle ?? "Name",
    cell: (item: Item) => (
      <ItemLink collection={kind.collection} id={item.id} name={nameOf(item)} />
    ),
  };
  return (
    <>
      <Table
        caption={kind.plural}
        columns={[name, ...columns]}
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
