import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { KINDS } from "./kinds/kinds.ts";
import { linkTo, type Route } from "./route.ts";
import { type Permission, useSession } from "./session.tsx";

interface Entry {
  /** The first part of its route; empty for the overview. */
  readonly place: string;
  readonly text: string;
  /** Default: everybody sees it. */
  readonly permission?: Permission;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const OVERVIEW: Entry = { place: "", text: "Overview" };

const GROUPS: readonly Group[] = [
  { title: "Access chain", entries: entriesOf("api-keys") },
  { title: "Directory", entries: entriesOf("directory") },
  {
    title: "Organization",
    entries: [{ place: "team", text: "Team", permission: "team" }],
  },
  {
    title: "Logs",
    entries: [
      { place: "notices", text: "Notices", permission: "audit" },
      { place: "refusals", text: "Refusals", permission: "audit" },
      { place: "calls", text: "Calls", permission: "audit" },
      { place: "audit", text: "Audit", permission: "audit" },
      { place: "searches", text: "Searches", permission: "audit" },
    ],
  },
];

function entriesOf(permission: Permission): readonly Entry[] {
  return KINDS.filter((kind) => kind.permission === permission).map(({ collection, plural }) => ({
    place: collection,
    text: plural,
    permission,
  }));
}

interface NavigationProps {
  /** The current route. */
  readonly route: Route;
}

/**
 * The screens of the console that the person may see. On a narrow screen they are behind a button.
 */
export function Navigation({ route }: NavigationProps) {
  const place = route[0] ?? "";
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes after each change of place
  useLayoutEffect(() => setOpen(false), [route.join("/")]);
  const groups = GROUPS.map(({ title, entries }) => ({
    title,
    entries: entries.filter(({ permission }) => !permission || may(permission)),
  })).filter(({ entries }) => entries.length > 0);
  const here = [OVERVIEW, ...groups.flatMap(({ entries }) => entries)].find(
    (entry) => entry.place === place,
  );

  function close(): void {
    setOpen(false);
    button.current!.focus();
  }

  return (
    <nav
      aria-label="Places"
      onKeyDown={({ key }) => {
        if (key === "Escape" && isOpen) close();
      }}
    >
      <button
        ref={button}
        type="button"
        class="menu"
        aria-expanded={isOpen}
        aria-controls="places"
        onClick={() => setOpen(!isOpen)}
      >
        Menu{here && <span class="quiet">{here.text}</span>}
      </button>
      <div id="places" class={isOpen ? "open" : ""}>
        <EntryLink entry={OVERVIEW} place={place} />
        {groups.map(({ title, entries }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {entries.map((entry) => (
                <li key={entry.place}>
                  <EntryLink entry={entry} place={place} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

interface EntryLinkProps {
  readonly entry: Entry;
  readonly place: string;
}

function EntryLink({ entry, place }: EntryLinkProps) {
  const isHere = place === entry.place;
  return (
    <a
      href={entry.place === "" ? "#/" : linkTo(entry.place)}
      aria-current={isHere ? "page" : undefined}
    >
      {entry.text}
    </a>
  );
}
