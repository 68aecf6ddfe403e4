import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ConfirmDialog, Dialog } from "./dialog.tsx";

interface DeleteDialogProps {
  /** The noun of the item, for example `webhook`. */
  readonly noun: string;
  readonly name: string;
  /** Other effects: what is unbound, who loses access. */
  readonly consequences: ComponentChildren;
  readonly work: () => Promise<void>;
  readonly onClose: () => void;
  /** Shows the current state. */
  readonly reload: () => void;
}

/** Deletes in two steps: the first explains the effects, the second deletes. */
export function DeleteDialog({
  noun,
  name,
  consequences,
  work,
  onClose,
  reload,
}: DeleteDialogProps) {
  const [isSecond, setSecond] = useState(false);
  if (isSecond) {
    return (
      <ConfirmDialog
        key="second"
        title="Delete for good?"
        confirmLabel={`Delete this ${noun}`}
        isGrave
        work={work}
        onClose={onClose}
        reload={reload}
      >
        <p>
          The {noun} <bdi>{name}</bdi> cannot be brought back.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog
      key="first"
      title={
        <>
          Delete the {noun} “<bdi>{name}</bdi>”?
        </>
      }
      onClose={onClose}
    >
      <div>{consequences}</div>
      <div class="actions">
        <button type="button" class="secondary" onClick={onClose}>
          Cancel
        </button>
        <button type="button" onClick={() => setSecond(true)}>
          Continue
        </button>
      </div>
    </Dialog>
  );
}
