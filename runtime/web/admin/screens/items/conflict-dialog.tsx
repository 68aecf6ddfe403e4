import type { Conflict } from "../../api/request.ts";
import type { AnyKind } from "../../kinds/kind.ts";
import { ConfirmDialog } from "../../parts/dialog.tsx";
import { PlainTable } from "../../parts/lists/plain-table.tsx";
import { SavedBy } from "../../parts/saved-by.tsx";
import { ItemValue } from "./item-value.tsx";

type Values = Readonly<Record<string, unknown>>;

interface ConflictDialogProps {
  readonly kind: AnyKind;
  readonly others: unknown;
  /** The values that both started with. */
  readonly before: Values;
  /** The values that the person typed. */
  readonly mine: Values;
  /** The values that somebody else has saved in the meantime. */
  readonly theirs: Values;
  /** Who it was, and when. */
  readonly conflict: Conflict | undefined;
  readonly keepMine: () => Promise<void>;
  readonly takeTheirs: () => void;
  readonly onClose: () => void;
}

/** Shows both versions if somebody else saved first, so that neither is lost unseen. */
export function ConflictDialog({
  kind,
  others,
  before,
  mine,
  theirs,
  conflict,
  keepMine,
  takeTheirs,
  onClose,
}: ConflictDialogProps) {
  const changed = Object.keys(kind.labels).filter(
    (field) => !isSame(before[field], mine[field]) || !isSame(before[field], theirs[field]),
  );
  const shown = (field: string, values: Values) => (
    <ItemValue kind={kind} field={field} value={values[field]} others={others} />
  );
  return (
    <ConfirmDialog
      title={`Somebody else has changed this ${kind.noun}`}
      confirmLabel="Overwrite with mine"
      work={keepMine}
      onClose={onClose}
      other={
        <button type="button" class="secondary" onClick={takeTheirs}>
          Discard mine
        </button>
      }
    >
      <p>
        <SavedBy conflict={conflict} /> Your changes are not saved yet. Fields that you did not
        change keep their saved values.
      </p>
      {changed.length > 0 && (
        <PlainTable
          caption="What differs"
          items={changed}
          keyOf={(field) => field}
          columns={[
            { title: "Field", cell: (field) => kind.labels[field] },
            { title: "Saved by somebody else", cell: (field) => shown(field, theirs) },
            {
              title: "Yours",
              cell: (field) =>
                isSame(before[field], mine[field]) ? (
                  <span class="quiet">Not changed</span>
                ) : (
                  shown(field, mine)
                ),
            },
          ]}
        />
      )}
    </ConfirmDialog>
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
