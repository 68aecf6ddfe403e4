import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/request.ts";
import { Failure, useFailure } from "./load.tsx";
import { focusHeading } from "./page.tsx";

interface DialogProps {
  readonly title: ComponentChildren;
  /** Left out, nothing but what is inside closes the dialog: no key and no click beside it. */
  readonly onClose?: (() => void) | undefined;
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
      // What it was opened with may be gone, with the place that it was in.
      if (opener?.isConnected && opener !== document.body) opener.focus();
      else focusHeading();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      // Browsers close a dialog at the second Escape, whatever a page says to the first.
      onClose={({ currentTarget }) => {
        // The event comes late: one that is gone has perhaps made room for the next.
        if (!currentTarget.isConnected) return;
        if (onClose) onClose();
        else currentTarget.showModal();
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
  readonly title: ComponentChildren;
  readonly confirmLabel: string;
  /** Whether what is confirmed cannot be taken back. */
  readonly isGrave?: boolean;
  /** Done when confirmed; what goes wrong is shown in the dialog. */
  readonly work: () => Promise<void>;
  readonly onClose: () => void;
  /** Done after the work, when what is under the dialog is within reach again. */
  readonly onDone?: () => void;
  /** Something else to press. */
  readonly other?: ComponentChildren;
  /** Shows what is there now; offered where somebody else was faster. */
  readonly reload?: () => void;
  readonly children: ComponentChildren;
}

/**
 * What it means that somebody else was faster, by the status of the answer; empty where the answer
 * says it best.
 */
const STALE: Readonly<Record<number, string>> = {
  404: "Somebody else has deleted it meanwhile.",
  409: "",
  412: "Somebody else has changed it meanwhile, so nothing was done. Look at it again first.",
};

/** Asks before something is done, does it, and closes. */
export function ConfirmDialog({
  title,
  confirmLabel,
  isGrave = false,
  work,
  onClose,
  onDone,
  other,
  reload,
  children,
}: ConfirmDialogProps) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const fail = useFailure();
  const isStale = reload !== undefined && error !== null && error.status in STALE;

  async function confirm(): Promise<void> {
    if (isBusy) return;
    setError(null);
    setBusy(true);
    try {
      await work();
      onClose();
      onDone?.();
    } catch (error) {
      const { status, message } = fail(error);
      setError(new ApiError((reload && STALE[status]) || message, { status }));
      setBusy(false);
    }
  }

  return (
    // Whoever has confirmed is to see what comes of it.
    <Dialog title={title} onClose={isBusy ? undefined : onClose}>
      {children}
      {error && <Failure error={error} />}
      <div class="actions">
        <span role="status" class="quiet">
          {isBusy ? "Working…" : ""}
        </span>
        {other}
        <button
          type="button"
          class="secondary"
          aria-disabled={isBusy}
          onClick={() => isBusy || onClose()}
        >
          Cancel
        </button>
        {isStale ? (
          <button
            type="button"
            onClick={() => {
              onClose();
              reload();
            }}
          >
            Show what is there now
          </button>
        ) : (
          <button
            type="button"
            class={isGrave ? "grave" : ""}
            aria-disabled={isBusy}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </button>
        )}
      </div>
    </Dialog>
  );
}
