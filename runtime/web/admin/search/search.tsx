import { useLayoutEffect, useState } from "preact/hooks";
import { isShortcut, isTyping, SHORTCUT } from "../../search-box/shortcut.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { SearchDialog } from "./search-dialog.tsx";

type DialogName = "search" | "keys" | null;

interface SearchProps {
  /** True while nobody is signed in. */
  readonly isAway: boolean;
}

/** The button that searches everything, and the keys of the console. */
export function Search({ isAway }: SearchProps) {
  const [opened, open] = useState<DialogName>(null);
  const close = () => open(null);
  useLayoutEffect(() => {
    if (isAway) return open(null);
    const press = (event: KeyboardEvent) => {
      // A dialog must be answered first.
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const next = openedBy(event);
      if (next === undefined) return;
      event.preventDefault();
      open(next);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isAway]);
  return (
    <>
      <button
        type="button"
        class="small find"
        aria-haspopup="dialog"
        aria-keyshortcuts={SHORTCUT.keys}
        onClick={() => open("search")}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="6.5" cy="6.5" r="4.5" />
          <path d="M10 10l4.5 4.5" />
        </svg>
        <span>Go to…</span> <kbd>{SHORTCUT.text}</kbd>
      </button>
      {opened === "search" && <SearchDialog onClose={close} />}
      {opened === "keys" && <KeysDialog onClose={close} />}
    </>
  );
}

/** Returns the dialog that a key opens; null if the key belongs to the list on the page. */
function openedBy(event: KeyboardEvent): DialogName | undefined {
  if (event.key === "?" && !isTyping(event)) return "keys";
  if (!isShortcut(event)) return undefined;
  const field = event.key === "/" && document.getElementById("search");
  if (!field) return "search";
  field.focus();
  return null;
}
