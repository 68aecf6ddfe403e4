import { COLLECTIONS, type CollectionName, nameOf } from "../../api/collections.ts";
import type { AnyKind, Filter } from "../../kinds/kind.ts";
import { useItems } from "../../names.tsx";
import { FilterSelect } from "../../parts/lists/filter-select.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { goToQuery, type Query, replaceQuery } from "../../route.ts";
import { useSession } from "../../session.tsx";
import { ordersOf } from "./list-columns.tsx";

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
      <SearchField
        label={`Search by ${nameTitle.toLowerCase()}`}
        text={query.q ?? ""}
        onText={(q) => replaceQuery(narrow({ q }), collection)}
      />
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
