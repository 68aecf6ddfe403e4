import type { AnyKind } from "../../kinds/kind.ts";
import { linkTo, type Query } from "../../route.ts";
import { useSession } from "../../session.tsx";

interface NothingProps {
  readonly kind: AnyKind;
  readonly query: Query;
}

/** Says why a list is empty, and what to do. */
export function Nothing({ kind, query: { q, sort, after, ...filters } }: NothingProps) {
  const { noun, nameTitle = "Name", collection } = kind;
  const isFiltered = Object.values(filters).some(Boolean);
  if (!q && !isFiltered) return <NothingYet kind={kind} />;
  return (
    <div class="empty">
      <p role="status">
        {q ? (
          <>
            No {isFiltered && "such "}
            {noun} has “<bdi>{q}</bdi>” in its {nameTitle.toLowerCase()}.
          </>
        ) : (
          `There is no such ${noun}.`
        )}
      </p>
      <p>
        <a class="button secondary" href={linkTo(collection)}>
          Show all
        </a>
      </p>
    </div>
  );
}

function NothingYet({ kind: { noun, why, collection, permission } }: Pick<NothingProps, "kind">) {
  const { may } = useSession();
  return (
    <div class="empty">
      <p role="status">There is no {noun} yet.</p>
      <p>{why}</p>
      {may(`${permission}:w`) && (
        <p class="actions">
          <a class="button" href={linkTo(collection, "new")}>
            New {noun}
          </a>
          {collection === "api-keys" && (
            <a class="button secondary" href={linkTo("guide")}>
              Set up a partner
            </a>
          )}
        </p>
      )}
    </div>
  );
}
