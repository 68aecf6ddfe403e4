import type { AuditEntry } from "../../api/types.ts";

interface ChangesProps {
  readonly changes: AuditEntry["changes"];
}

/** More fields than these are folded away: a new or deleted item lists all of its fields. */
const MOST_SHOWN = 3;

/** Shows which fields have changed, with the values before and after. */
export function Changes({ changes }: ChangesProps) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return <span class="quiet">None</span>;
  const list = (
    <ul class="changes">
      {fields.map(([field, [before, after] = [null, null]]) => (
        <li key={field}>
          <Change field={field} before={before} after={after} />
        </li>
      ))}
    </ul>
  );
  if (fields.length <= MOST_SHOWN) return list;
  return (
    <details>
      <summary>{fields.length} fields</summary>
      {list}
    </details>
  );
}

interface ChangeProps {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

function Change({ field, before, after }: ChangeProps) {
  return (
    <>
      <span class="quiet">{wordsOfName(field)}:</span>{" "}
      {!isNothing(before) && (
        <>
          <span class="unseen">before: </span>
          <del>
            <bdi>{textOf(before)}</bdi>
          </del>{" "}
          <span aria-hidden="true">→</span> <span class="unseen">after: </span>
        </>
      )}
      <ins>
        <bdi>{textOf(after)}</bdi>
      </ins>
    </>
  );
}

/** Writes `notificationUrl` as `notification URL`. */
function wordsOfName(field: string): string {
  return field
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\burl\b/, "URL");
}

function isNothing(value: unknown): boolean {
  return value === null || value === "";
}

function textOf(value: unknown): string {
  if (isNothing(value)) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(textOf).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
