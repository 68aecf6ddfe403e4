import type { Column } from "./table.tsx";
import "./plain-table.css";

interface PlainTableProps<Item> {
  /** Read aloud before the table. */
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
}

/** Shows whole values; on a narrow screen, each row is a block that repeats the column titles. */
export function PlainTable<Item>({ caption, columns, items, keyOf }: PlainTableProps<Item>) {
  return (
    <table class="plain">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map(({ title, cell }) => (
              <td key={title} data-title={title}>
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
