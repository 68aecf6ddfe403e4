import { KINDS } from "../kinds/kinds.ts";
import { linkTo } from "../route.ts";
import type { Session } from "../session.tsx";

/** Where the search leads. */
export interface Destination {
  readonly href: string;
  readonly name: string;
  /** A text that identifies it, next to its name. */
  readonly detail?: string | undefined;
}

export interface DestinationGroup {
  readonly title: string;
  readonly items: readonly Destination[];
}

/** Returns the pages of the console that a person may see and whose names have a text in them. */
export function findPlaces(text: string, may: Session["may"]): readonly Destination[] {
  const kinds = KINDS.filter(({ permission }) => may(permission));
  const places: readonly (Destination | false)[] = [
    { href: "#/", name: "Overview" },
    ...kinds.map(({ collection, plural }) => ({ href: linkTo(collection), name: plural })),
    may("audit") && { href: linkTo("notices"), name: "Notices" },
    may("audit") && { href: linkTo("refusals"), name: "Refusals" },
    may("audit") && { href: linkTo("calls"), name: "Calls" },
    may("audit") && { href: linkTo("searches"), name: "Searches" },
    may("audit") && { href: linkTo("audit"), name: "Audit" },
    may("team") && { href: linkTo("team"), name: "Team" },
    may("team:w") && { href: linkTo("team", "invite"), name: "Invite an administrator" },
    { href: linkTo("account"), name: "Your account" },
    may("api-keys:w") && { href: linkTo("guide"), name: "Set up a partner" },
    ...kinds
      .filter(({ permission }) => may(`${permission}:w`))
      .map(({ collection, noun }) => ({ href: linkTo(collection, "new"), name: `New ${noun}` })),
  ];
  const part = text.toLowerCase();
  return places.filter(
    (place) => place !== false && place.name.toLowerCase().includes(part),
  ) as readonly Destination[];
}
