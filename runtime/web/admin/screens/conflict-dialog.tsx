import type { AnyKind } from "../kinds/kind.ts";
import { ConfirmDialog } from "../parts/dialog.tsx";
import { Table } from "../parts/table.tsx";

type Values = Readonly<Record<string, unknown>>;

interface ConflictDialogProps {
  readonly kind: AnyKind;
  /** What the person has typed in. */
  readonly mine: Values;
  /** What somebody else has saved meanwhile. */
  readonly theirs: Values;
  readonly keepMine: () => Promise<void>;
  readonly takeTheirs: () => void;
  readonly onClose: () => void;
}

/** Shows both versions where somebody else was faster, so that neither is lost unseen. */
export function ConflictDialog({
  kind: { noun, labels },
  mine,
  theirs,
  keepMine,
  takeTheirs,
  onClose,
}: ConflictDialogProps) {
  const differing = Object.keys(labels).filter(
    (field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]),
  );
  return (
    <ConfirmDialog
      title={`Somebody else has changed this ${noun}`}
      confirmLabel="Save mine over it"
      work={keepMine}
      onClose={onClose}
    >
      <p>It was saved after you had opened it. Nothing of yours is saved yet.</p>
      {differing.length > 0 && (
        <Table
          caption="What differs"
          items={differing}
          keyOf={(field) => field}
          columns={[
            { title: "Field", cell: (field) => labels[field] },
            { title: "Saved by somebody else", cell: (field) => <bdi>{text(theirs[field])}</bdi> },
            { title: "Yours", cell: (field) => <bdi>{text(mine[field])}</bdi> },
          ]}
        />
      )}
      <button type="button" class="secondary" onClick={takeTheirs}>
        Discard mine
      </button>
    </ConfirmDialog>
  );
}

function text(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length === 0 ? "None" : value.join(", ");
  return value === "" || value === null || value === undefined ? "Nothing" : String(value);
}
