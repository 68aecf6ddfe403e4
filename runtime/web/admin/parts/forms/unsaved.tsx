import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../dialog.tsx";

type Leave = () => void;

/** One function for each form on the page: whether leaving would lose its entries. */
const forms = new Set<() => boolean>();
let ask: (leave: Leave) => void = (leave) => leave();
/** True for the one change of the address that the person has confirmed. */
let isConfirmed = false;

/** Protects the entries of a form: a person who leaves the page is asked first. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useLayoutEffect(() => {
    const form = () => latest.current();
    forms.add(form);
    return () => void forms.delete(form);
  }, []);
}

/** Lets a page go whose entries are saved, or belong to nothing any longer. */
export function discardUnsaved(): void {
  forms.clear();
}

/** Leaves at once, or after the person agrees to lose unsaved entries. */
export function leaveSafely(leave: Leave): void {
  if (hasUnsaved()) ask(leave);
  else leave();
}

function hasUnsaved(): boolean {
  return Array.from(forms).some((isUnsaved) => isUnsaved());
}

/** Asks before a link, Back or closing the page would lose unsaved entries. */
export function UnsavedGuard() {
  const [leave, setLeave] = useState<Leave | null>(null);
  useLayoutEffect(() => {
    ask = (leave) => setLeave(() => leave);
    return watchLeaving();
  }, []);

  if (leave === null) return null;
  const stay = () => setLeave(null);
  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <p>What you have changed on this page is not saved, and is lost if you leave.</p>
      <div class="actions">
        <button type="button" class="secondary" onClick={stay}>
          Stay
        </button>
        <button
          type="button"
          class="grave"
          onClick={() => {
            stay();
            leave();
          }}
        >
          Leave
        </button>
      </div>
    </Dialog>
  );
}

/** @returns the function that ends it */
function watchLeaving(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  // Before everybody else who follows the address.
  window.addEventListener("hashchange", holdAddress, { capture: true, signal });
  document.addEventListener("click", holdLink, { capture: true, signal });
  window.addEventListener("beforeunload", holdPage, { signal });
  return () => ending.abort();
}

function holdPage(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}

function holdLink(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey, altKey } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="#/"]');
  const opensElsewhere = ctrlKey || metaKey || shiftKey || altKey;
  if (!link || opensElsewhere || link.hash === window.location.hash || !hasUnsaved()) return;
  event.preventDefault();
  ask(() => {
    isConfirmed = true;
    window.location.hash = link.hash;
  });
}

/** Goes back to the page when the address has changed by other means, such as Back. */
function holdAddress(event: HashChangeEvent): void {
  const mayGo = isConfirmed || !hasUnsaved();
  isConfirmed = false;
  if (mayGo) return;
  event.stopImmediatePropagation();
  window.history.pushState(null, "", event.oldURL);
  ask(() => {
    isConfirmed = true;
    window.history.back();
  });
}
