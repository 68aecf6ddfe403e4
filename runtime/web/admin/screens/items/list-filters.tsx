import { useEffect, useRef, useState } from "preact/hooks";
import { COLLECTIONS, type CollectionName, nameOf } from "../../api/collections.ts";
import type { AnyKind, Filter } from "../../kinds/kind.ts";
import { useItems } from "../../names.tsx";
import { FilterSelect } from "../../parts/lists/filter-select.tsx";
import { goToQuery, type Query, replaceQuery } from "../../route.ts";
import { useSession } from "../../session.tsx";
import { ordersOf } from "./list-columns.tsx";

/** Pause after which a person is taken to have stopped typing. */
const TYPING_PAUSE_MS = 200;

interface ListFiltersProps {
  readonly kind: AnyKind;
  readonly query: Query;
}

/** The search and the filters of a list, as the address has them. */
export function ListFilters({ kind, query }: ListFiltersProps) {
  const { may } = useSession();
  const { collection, nameTitle = "Name", filters = [] } = kind;
  const mayChoose = ({ choices }: Filter) =>
    typeof choices !== "string" || may(COLLECTIONS[choices].permission);
  const narrow = (change: Query) => ({ ...query, ...change, after: undefined });
  return (
    <search class="narrowing">
      <div>
        <label for="search">Search by {nameTitle.toLowerCase()}</label>
        <SearchField text={query.q ?? ""} onText={(q) => replaceQuery(narrow({ q }), collection)} />
      </div>
      {filters.filter(mayChoose).map((filter) => (
        <ChoiceOf
          key={filter.name}
          filter={filter}
          value={query[filter.name] ?? ""}
          onChange={(value) => goToQuery(narrow({ [filter.name]: value }), collection)}
        />
      ))}
      <div class="order">
        <FilterSelect
          label="Order"
          all="Newest first"
          choices={ordersOf(kind)}
          value={query.sort ?? ""}
          onChange={(sort) => goToQuery(narrow({ sort }), collection)}
        />
      </div>
    </search>
  );
}

interface SearchFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Reports what was typed after a pause, and shows what the address says after Back. */
function SearchField({ text, onText }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const reported = useRef(text);
  const latest = useRef(onText);
  latest.current = onText;
  useEffect(() => {
    if (text !== reported.current) setTyped(text);
    reported.current = text;
  }, [text]);
  useEffect(() => {
    const next = typed.trim();
    if (next === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = next;
      latest.current(next);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      id="search"
      type="search"
      value={typed}
      autocomplete="off"
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}

interface ChoiceOfProps {
  readonly filter: Filter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ChoiceOf({ filter, ...props }: ChoiceOfProps) {
  const { label, all, choices } = filter;
  if (typeof choices === "string") {
    return <ChoiceOfItem label={label} collection={choices} {...props} />;
  }
  return <FilterSelect label={label} all={all} choices={choices} {...props} />;
}

interface ChoiceOfItemProps extends Omit<ChoiceOfProps, "filter"> {
  readonly label: string;
  readonly collection: CollectionName;
}

/** The field is there before its choices have been loaded, so nothing moves when they have. */
export function ChoiceOfItem({ collection, ...props }: ChoiceOfItemProps) {
  const items = [...(useItems(collection)?.values() ?? [])];
  const choices = items.map((item) => ({ value: item.id, text: nameOf(item) }));
  return <FilterSelect choices={choices} {...props} />;
}
