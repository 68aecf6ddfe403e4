import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/request.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Failure, useFailure } from "../parts/load.tsx";
import { useSession } from "../session.tsx";
import { findItems, textSent } from "./find-items.ts";
import { type DestinationGroup, findPlaces } from "./places.ts";
import "./search-dialog.css";

/** Pause after which a person is taken to have stopped typing. */
const TYPING_PAUSE_MS = 150;

interface SearchDialogProps {
  readonly onClose: () => void;
}

/**
 * Finds items of all collections and pages of the console: a combobox with a list of what it finds
 * (ARIA Authoring Practices).
 */
export function SearchDialog({ onClose }: SearchDialogProps) {
  const { may } = useSession();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const list = useId();
  const text = typed.trim();
  const { found, error } = useItemSearch(text);
  const places = findPlaces(text, may);
  const groups = [...found, { title: "Pages", items: places }].filter(
    ({ items }) => items.length > 0,
  );
  const hrefs = groups.flatMap(({ items }) => items.map(({ href }) => href));
  const current = Math.min(active, hrefs.length - 1);
  const idOf = (index: number) => `${list}-${index}`;
  useEffect(() => {
    document.getElementById(`${list}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [list, current]);

  function follow(href: string | undefined): void {
    if (href === undefined) return;
    onClose();
    window.location.hash = href;
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hrefs.length > 0) {
      event.preventDefault();
      setActive((current + step + hrefs.length) % hrefs.length);
    }
    if (event.key === "Enter" && !event.isComposing) follow(hrefs[current]);
  }

  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Name, id, prefix, origin or page"
        placeholder="Name, id, prefix, origin or page"
        aria-expanded={hrefs.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={current >= 0 ? idOf(current) : undefined}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      {error && <Failure error={error} />}
      <p role="status" class={hrefs.length > 0 ? "unseen" : "quiet"}>
        {hrefs.length === 0
          ? "Nothing has that in its name, and no id begins with it."
          : `${hrefs.length} found`}
      </p>
      <Found
        groups={groups}
        list={list}
        isCurrent={(href) => href === hrefs[current]}
        idOf={(href) => idOf(hrefs.indexOf(href))}
        onChoose={follow}
      />
    </Dialog>
  );
}

interface FoundProps {
  readonly groups: readonly DestinationGroup[];
  /** The id of the list. */
  readonly list: string;
  readonly isCurrent: (href: string) => boolean;
  readonly idOf: (href: string) => string;
  readonly onChoose: (href: string) => void;
}

function Found({ groups, list, isCurrent, idOf, onChoose }: FoundProps) {
  return (
    <div role="listbox" id={list} aria-label="Found" class="found">
      {groups.map(({ title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, not options
        <div key={title} role="group" aria-label={title}>
          <p class="found-title" aria-hidden="true">
            {title}
          </p>
          {items.map(({ href, name, detail }) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox takes the keys
            <div
              key={href}
              role="option"
              id={idOf(href)}
              aria-selected={isCurrent(href)}
              class="found-item"
              onClick={() => onChoose(href)}
            >
              <bdi>{name}</bdi>
              {detail !== undefined && <bdi class="found-detail">{detail}</bdi>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface ItemSearch {
  readonly found: readonly DestinationGroup[];
  readonly error: ApiError | null;
}

const NOTHING: ItemSearch = { found: [], error: null };

/** Asks the server after each pause; what was found before stays until the answer comes. */
function useItemSearch(text: string): ItemSearch {
  const [result, setResult] = useState(NOTHING);
  const fail = useFailure();
  const latestFail = useRef(fail);
  latestFail.current = fail;
  useEffect(() => {
    if (textSent(text) === "") return setResult(NOTHING);
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      findItems(text, signal).then(
        (found) => !signal.aborted && setResult({ found, error: null }),
        (error) => !signal.aborted && setResult({ found: [], error: latestFail.current(error) }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return result;
}
