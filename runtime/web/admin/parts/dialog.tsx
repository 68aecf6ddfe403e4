import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/request.ts";
import { Failure, useFailure } from "./load.tsx";
import { focusHeading } from "./page.tsx";

interface DialogProps {
  readonly title: ComponentChildren;
  /** If left out, only the content closes the dialog, not a key or a click outside it. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** A dialog over the page, which is inert until it closes. It is open as long as it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => {
      // Gives the focus back to the element that opened it.
      element.close();
      // That element may be gone, along with its screen. A person who is already elsewhere stays:
      // after a key of the browser's own the dialog has been closed for a moment.
      const { activeElement } = document;
      if (activeElement === document.body || element.contains(activeElement)) focusHeading();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      // Browsers close a dialog at the second Escape, even if the page prevents the first.
      onClose={({ currentTarget }) => {
        // The event comes late: another dialog may have replaced this one.
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
  /** True if the action cannot be undone. */
  readonly isGrave?: boolean;
  /** The text that must be typed before it can be confirmed. Default: none. */
  readonly typed?: string | undefined;
  /** Runs when confirmed; a failure is shown in the dialog. */
  readonly work: () => Promise<void>;
  readonly onClose: () => void;
  /** Runs after the work, when the page below the dialog can be used again. */
  readonly onDone?: () => void;
  /** Another button. */
  readonly other?: ComponentChildren;
  /** Shows the current state; offered if somebody else made a change first. */
  readonly reload?: () => void;
  readonly children: ComponentChildren;
}

/**
 * Explains that somebody else made a change first, by the status of the response; empty where the
 * response explains it best.
 */
const STALE: Readonly<Record<number, string>> = {
  404: "Somebody else has deleted it in the meantime.",
  409: "",
  412: "Somebody else has changed it in the meantime, so nothing was done. Look at it again first.",
};

/** Asks for confirmation, runs the action, and closes. */
export function ConfirmDialog({
  title,
  confirmLabel,
  isGrave = false,
  typed,
  work,
  onClose,
  onDone,
  other,
  reload,
  children,
}: ConfirmDialogProps) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [text, setText] = useState("");
  const field = useId();
  const fail = useFailure();
  const isTyped = typed === undefined || text.trim() === typed;
  const isStale = reload !== undefined && error !== null && error.status in STALE;

  async function confirm(): Promise<void> {
    if (isBusy || !isTyped) return;
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
    // The result must reach the person who confirmed.
    <Dialog title={title} onClose={isBusy ? undefined : onClose}>
      {children}
      {typed !== undefined && (
        <div class="field">
          <label for={field}>
            To confirm, type{" "}
            <code>
              <bdi>{typed}</bdi>
            </code>
          </label>
          <input
            id={field}
            value={text}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
      )}
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
            aria-disabled={isBusy || !isTyped}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </button>
        )}
      </div>
    </Dialog>
  );
}
