import { type CollectionName, list, queryText } from "../../api/collections.ts";
import { BASE } from "../../api/request.ts";
import { CapText, isFull, useFill } from "../../caps.tsx";
import type { AnyKind } from "../../kinds/kind.ts";
import { Pages, usePageTop } from "../../parts/lists/pages.tsx";
import { Table } from "../../parts/lists/table.tsx";
import { Failure, useLoad } from "../../parts/load.tsx";
import { Page } from "../../parts/page.tsx";
import { linkTo, linkWith, type Query, useQuery } from "../../route.ts";
import { useSession } from "../../session.tsx";
import { columnsOf, NEWEST_FIRST } from "./list-columns.tsx";
import { ListFilters } from "./list-filters.tsx";
import { Nothing } from "./list-nothing.tsx";
import "./item-list.css";

const PAGE_SIZE = 50;

interface ItemListProps {
  readonly kind: AnyKind;
}

/** The items of a collection; search, filters, order and page are in the address. */
export function ItemList({ kind }: ItemListProps) {
  const { may } = useSession();
  const query = useQuery();
  const fill = useFill(kind);
  return (
    <Page
      title={kind.plural}
      about={
        <>
          {kind.about} {fill && <CapText {...fill} />}
        </>
      }
      actions={
        <>
          <ExportLink kind={kind} query={query} />
          {may(`${kind.permission}:w`) && kind.hasImport && (
            <a class="button secondary" href={linkTo(kind.collection, "import")}>
              Import
            </a>
          )}
          {may(`${kind.permission}:w`) &&
            (fill && isFull(fill) ? (
              <button type="button" aria-disabled="true">
                New {kind.noun}
              </button>
            ) : (
              <a class="button" href={linkTo(kind.collection, "new")}>
                New {kind.noun}
              </a>
            ))}
        </>
      }
    >
      <ListFilters kind={kind} query={query} />
      <Results kind={kind} query={query} />
    </Page>
  );
}

/** Exports what the search and the filters let through. */
function ExportLink({ kind, query }: ResultsProps) {
  const { q, sort = NEWEST_FIRST } = query;
  const sent = queryText({ ...filtersSent(kind, query), q, sort });
  return (
    <a class="button secondary" href={`${BASE}/${kind.collection}.csv${sent}`} download>
      <span class="unseen">Export as </span>
      CSV <span aria-hidden="true">↓</span>
    </a>
  );
}

interface ResultsProps extends ItemListProps {
  readonly query: Query;
}

function Results({ kind, query }: ResultsProps) {
  const collection = kind.collection as CollectionName;
  const { q, after, sort = NEWEST_FIRST } = query;
  const sent = { ...filtersSent(kind, query), q, sort, after, limit: PAGE_SIZE };
  const { loading, reload } = useLoad(
    (signal) => list(collection, { query: sent, signal }),
    [collection, queryText(sent)],
  );
  const top = usePageTop(after);
  const linkOf = (change: Query) => linkWith({ ...query, ...change }, collection);
  const page = loading.state === "ready" ? loading.value : undefined;
  return (
    <div ref={top} tabIndex={-1} class="list">
      <p class="unseen" role="status">
        {loading.state === "loading" && "Loading…"}
      </p>
      {loading.state === "failed" ? (
        <Failure error={loading.error} retry={reload} />
      ) : page?.items.length === 0 && !after ? (
        <Nothing kind={kind} query={query} />
      ) : (
        <Table
          caption={kind.plural}
          columns={columnsOf(kind)}
          items={page?.items}
          keyOf={({ id }) => id}
          sorting={{ by: sort, linkTo: (by) => linkOf({ sort: by, after: undefined }) }}
        />
      )}
      <Pages
        first={after ? { text: "First page", href: linkOf({ after: undefined }) } : null}
        next={
          page?.nextAfter ? { text: "Next page", href: linkOf({ after: page.nextAfter }) } : null
        }
      />
    </div>
  );
}

/** Returns the parameters that the filters in the address mean. */
function filtersSent({ filters = [] }: AnyKind, query: Query): Query {
  const sent = filters.map(({ name, sent }) => {
    const value = query[name];
    if (!value) return {};
    return sent ? sent(value) : { [name]: value };
  });
  return Object.assign({}, ...sent);
}
