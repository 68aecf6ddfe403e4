import type { ComponentChildren } from "preact";
import type { TeamMember } from "../../api/types.ts";
import { Badge } from "../../parts/badge.tsx";
import { Cut } from "../../parts/lists/cut.tsx";
import { FilterSelect } from "../../parts/lists/filter-select.tsx";
import { SearchField } from "../../parts/lists/search-field.tsx";
import { type Column, Table } from "../../parts/lists/table.tsx";
import { RelativeTime } from "../../parts/time.tsx";
import { goToQuery, linkWith, type Query, replaceQuery, useQuery } from "../../route.ts";
import { permissionsText } from "./roles.ts";

interface Group {
  readonly value: string;
  readonly text: string;
  readonly includes: (member: TeamMember) => boolean;
}

const WITHOUT_FACTOR: Group = {
  value: "without-factor",
  text: "Without a second factor",
  includes: ({ state, hasSecondFactor }) => state === "active" && !hasSecondFactor,
};

const GROUPS: readonly Group[] = [
  WITHOUT_FACTOR,
  { value: "invited", text: "Invited", includes: ({ state }) => state === "invited" },
];

const COLUMNS: readonly Column<TeamMember>[] = [
  { title: "Email", form: "name", sort: "email", cell: ({ email }) => <Cut text={email} /> },
  {
    title: "State",
    form: "state",
    cell: ({ state }) =>
      state === "active" ? (
        <Badge tone="good">Active</Badge>
      ) : (
        <Badge tone="neutral">Invited</Badge>
      ),
  },
  {
    title: "Role",
    sort: "role",
    cell: ({ permissions }) => <Cut text={permissionsText(permissions)} />,
  },
  {
    title: "Second factor",
    brief: "Second factor:",
    cell: ({ state, hasSecondFactor }) =>
      state === "active" ? (hasSecondFactor ? "Yes" : "None") : "–",
  },
  {
    title: "Last sign-in",
    form: "time",
    brief: "Signed in",
    sort: "lastSignInAt",
    cell: ({ lastSignInAt }) => <RelativeTime at={lastSignInAt} />,
  },
];

/** The texts by which the list can be sorted. */
const SORTED: Readonly<Record<string, (member: TeamMember) => string>> = {
  email: ({ email }) => email,
  role: ({ permissions }) => permissionsText(permissions),
  lastSignInAt: ({ lastSignInAt }) => lastSignInAt ?? "",
};

const ORDERS = [
  { value: "role", text: "Role" },
  { value: "-lastSignInAt", text: "Last sign-in, newest first" },
];

const { compare } = new Intl.Collator("en", { numeric: true });

/** Returns the people that the search and the filter let through, in their order. */
function narrow(
  members: readonly TeamMember[],
  { q = "", show, sort = "email" }: Query,
): readonly TeamMember[] {
  const group = GROUPS.find(({ value }) => value === show);
  const text = q.toLowerCase();
  const textOf = SORTED[sort.replace("-", "")] ?? SORTED.email!;
  const sorted = members
    .filter((member) => member.email.includes(text) && (group?.includes(member) ?? true))
    .toSorted((one, other) => compare(textOf(one), textOf(other)));
  return sort.startsWith("-") ? sorted.reverse() : sorted;
}

interface MemberListProps {
  readonly members: readonly TeamMember[];
  /** More about a person, unfolded below the row. */
  readonly More: (props: { readonly item: TeamMember }) => ComponentChildren;
}

/** The administrators and invitations; search, filter and order are in the address. */
export function MemberList({ members, More }: MemberListProps) {
  const query = useQuery();
  const { q = "", show = "", sort = "email" } = query;
  const shown = narrow(members, query);
  const change = (next: Query) => goToQuery({ ...query, ...next }, "team");
  return (
    <>
      <search class="narrowing">
        <SearchField
          label="Search by email"
          text={q}
          onText={(q) => replaceQuery({ ...query, q }, "team")}
        />
        <FilterSelect
          label="Who"
          all="Everyone"
          choices={GROUPS}
          value={show}
          onChange={(show) => change({ show })}
        />
        <div class="order">
          <FilterSelect
            label="Order"
            all="Email"
            choices={ORDERS}
            value={query.sort ?? ""}
            onChange={(sort) => change({ sort })}
          />
        </div>
      </search>
      <p class="hint" role="status">
        {countText(shown)}
      </p>
      {shown.length > 0 && (
        <Table
          caption="Administrators"
          columns={COLUMNS}
          items={shown}
          keyOf={({ id }) => id}
          sorting={{ by: sort, linkTo: (by) => linkWith({ ...query, sort: by }, "team") }}
          More={More}
        />
      )}
    </>
  );
}

function countText(shown: readonly TeamMember[]): string {
  if (shown.length === 0) return "Nobody is like that.";
  const people = shown.length === 1 ? "1 person" : `${shown.length} people`;
  const without = shown.filter(WITHOUT_FACTOR.includes).length;
  return without === 0 ? `${people}.` : `${people}, ${without} without a second factor.`;
}
