import { type CollectionName, type ItemOf, nameOf } from "../../api/collections.ts";
import type { AnyKind } from "../../kinds/kind.ts";
import { RowLink } from "../../parts/lists/row-link.tsx";
import type { Column } from "../../parts/lists/table.tsx";
import { linkTo } from "../../route.ts";

type Item = ItemOf<CollectionName>;

export const NEWEST_FIRST = "-createdAt";

/** Returns the columns of a list: the name, which is the link, and those of its kind. */
export function columnsOf(kind: AnyKind): readonly Column<Item>[] {
  const name: Column<Item> = {
    title: kind.nameTitle ?? "Name",
    form: "name",
    sort: kind.nameField ?? "name",
    cell: (item) => <RowLink href={linkTo(kind.collection, item.id)} text={nameOf(item)} />,
  };
  return [name, ...kind.columns];
}

/** Returns the orders in which a list can be shown, where there are no titles to press. */
export function ordersOf(kind: AnyKind): { readonly value: string; readonly text: string }[] {
  return columnsOf(kind).flatMap(({ title, sort, form }) => {
    if (sort === undefined || sort === "createdAt") return [];
    return form === "time"
      ? [{ value: `-${sort}`, text: `${title}, newest first` }]
      : [{ value: sort, text: title }];
  });
}
