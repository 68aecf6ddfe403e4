import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/request.ts";
import { Failure, useFailure } from "./load.tsx";

interface DialogProps {
  readonly title: string;
  /** Left out, nothing but what is inside closes the dialog: no key and no click beside it. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

/** A dialog over the page, which cannot be used meanwhile. It is open as long as it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    const element = dialog.current!;
    element.showModal();
    return () => {
      element.close();
      opener?.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      // Browsers close a dialog at the second Escape, whatever a page says to the first.
      onClose={({ currentTarget }) => {
        if (onClose) onClose();
        else if (currentTarget.isConnected) currentTarget.showModal();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !onClose) event.preventDefault();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  /** Whether what is confirmed cannot be taken back. */
  readonly isGrave?: boolean;
  /** Done when confirmed; what goes wrong is shown in the dialog. */
  readonly work: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks before something is done, does it, and closes. */
export function ConfirmDialog({
  title,
  confirmLabel,
  isGrave = false,
  work,
  onClose,
  children,
}: ConfirmDialogProps) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const fail = useFailure();

  async function confirm(): Promise<void> {
    if (isBusy) return;
    setError(null);
    setBusy(true);
    try {
      await work();
      onClose();
    } catch (error) {
      setError(fail(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error && <Failure error={error} />}
      <div class="actions">
        <button type="button" class="secondary" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class={isGrave ? "grave" : ""}
          aria-disabled={isBusy}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </button>
      </div>
    </Dialog>
  );
}
