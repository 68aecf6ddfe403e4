import { KINDS } from "./kinds/kinds.ts";
import { linkTo } from "./route.ts";
import { type Permission, useSession } from "./session.tsx";

interface Entry {
  readonly place: string;
  readonly text: string;
  readonly permission: Permission;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const GROUPS: readonly Group[] = [
  { title: "Access chain", entries: entriesOf("api-keys") },
  { title: "Directory", entries: entriesOf("directory") },
];

function entriesOf(permission: Permission): readonly Entry[] {
  return KINDS.filter((kind) => kind.permission === permission).map(({ collection, plural }) => ({
    place: collection,
    text: plural,
    permission,
  }));
}

interface NavigationProps {
  /** Where the person is. */
  readonly place: string;
}

/** The places of the console, without those that the person may not see. */
export function Navigation({ place }: NavigationProps) {
  const { may } = useSession();
  return (
    <nav aria-label="Places">
      <a href="#/" aria-current={place === "" ? "page" : undefined}>
        Overview
      </a>
      {GROUPS.map(({ title, entries }) => {
        const shown = entries.filter(({ permission }) => may(permission));
        return (
          shown.length > 0 && (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {shown.map((entry) => (
                  <li key={entry.place}>
                    <a
                      href={linkTo(entry.place)}
                      aria-current={place === entry.place ? "page" : undefined}
                    >
                      {entry.text}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </nav>
  );
}
