import type { CollectionName } from "../api/collections.ts";
import { linkTo } from "../route.ts";

interface ItemLinkProps {
  readonly collection: CollectionName;
  readonly id: string;
  readonly name: string;
}

/** The name of an item, as a link to its page. */
export function ItemLink({ collection, id, name }: ItemLinkProps) {
  return (
    <a href={linkTo(collection, id)}>
      <bdi>{name}</bdi>
    </a>
  );
}
