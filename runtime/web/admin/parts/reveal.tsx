import { type ComponentChildren, createContext } from "preact";
import { useContext, useLayoutEffect } from "preact/hooks";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";

/** Secrets that are shown only this once. */
export interface Reveal {
  /** The item that they belong to. */
  readonly title: ComponentChildren;
  /** Says what to do with them. Default: to store them. */
  readonly about?: ComponentChildren;
  readonly secrets: readonly { readonly label: string; readonly value: string }[];
  /** Called when the person has stored them. */
  readonly onStored?: () => void;
}

const RevealContext = createContext<(reveal: Reveal) => void>(() => {});

export const RevealProvider = RevealContext.Provider;

/** Shows secrets in a dialog that stays open wherever in the console a person goes. */
export function useReveal(): (reveal: Reveal) => void {
  return useContext(RevealContext);
}

interface RevealDialogProps extends Reveal {
  readonly close: () => void;
}

const STORE =
  "This is shown once and never again. Copy it to where your secrets are kept before you go on: " +
  "a lost one can only be replaced by a new one.";

/** Only "I have stored it" closes it, because the secrets cannot be shown again. */
export function RevealDialog({
  title,
  about = STORE,
  secrets,
  onStored,
  close,
}: RevealDialogProps) {
  useLayoutEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  return (
    <Dialog title={title}>
      <p>{about}</p>
      <dl class="secrets">
        {secrets.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code> <CopyButton text={value} what={label} />
            </dd>
          </div>
        ))}
      </dl>
      <div class="actions">
        <button
          type="button"
          onClick={() => {
            close();
            onStored?.();
          }}
        >
          I have stored it
        </button>
      </div>
    </Dialog>
  );
}
