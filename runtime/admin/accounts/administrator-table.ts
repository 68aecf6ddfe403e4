import { printable } from "../../../corpus/text/printable.ts";
import type { AdministratorEntry } from "./list-administrators.ts";
import { roleOf } from "./permissions.ts";

const GAP = "  ";

const COLUMNS: Readonly<Record<string, (entry: AdministratorEntry) => string>> = {
  EMAIL: ({ email }) => email,
  ORGANIZATION: ({ organization }) => organization.name,
  CREATED: ({ createdAt }) => dayOf(createdAt),
  "LAST SIGN-IN": ({ lastSignInAt }) => (lastSignInAt === null ? "never" : dayOf(lastSignInAt)),
  SESSIONS: ({ sessions }) => String(sessions),
  TOKENS: ({ tokens }) => String(tokens),
  PERMISSIONS: ({ permissions }) => roleOf(permissions) ?? permissions.join(","),
};

/** Formats a table for a terminal: a header line, and a line for each administrator. */
export function administratorTable(entries: readonly AdministratorEntry[]): readonly string[] {
  const columns = Object.entries(COLUMNS).map(([title, textOf]) => {
    const cells = [title, ...entries.map((entry) => printable(textOf(entry)))];
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((cell) => cell.padEnd(width));
  });
  const lines = Array.from({ length: entries.length + 1 }, (_, index) =>
    columns.map((cells) => cells[index]).join(GAP),
  );
  return lines.map((line) => line.trimEnd());
}

/** Returns the day of a time, in UTC. */
function dayOf(time: string): string {
  return time.slice(0, 10);
}
