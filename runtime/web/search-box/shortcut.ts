/** True on Apple's systems, where shortcuts use the command key. */
const IS_APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** The shortcut as its button shows it, and as `aria-keyshortcuts` names it. */
export const SHORTCUT = IS_APPLE
  ? { text: "⌘K", keys: "Meta+K /" }
  : { text: "Ctrl K", keys: "Control+K /" };

/** True if the key that goes with other keys in shortcuts is pressed: ⌘ or Ctrl. */
export function hasModifier({ metaKey, ctrlKey }: KeyboardEvent): boolean {
  return IS_APPLE ? metaKey : ctrlKey;
}

/** True for ⌘K or Ctrl K, and for `/` outside of fields. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { key, code, altKey, shiftKey, metaKey, ctrlKey } = event;
  if (altKey) return false;
  if (key === "/") return !metaKey && !ctrlKey && !isTyping(event);
  // On a keyboard of another script, such as Cyrillic, the place of the key counts.
  const isK = key.toLowerCase() === "k" || (key > "~" && code === "KeyK");
  return isK && !shiftKey && hasModifier(event);
}

/** True if the key writes text somewhere, also inside another custom element. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select, [role=textbox]");
}
