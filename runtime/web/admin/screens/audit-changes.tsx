import type { AuditEntry } from "../api/types.ts";

interface ChangesProps {
  readonly changes: AuditEntry["changes"];
}

/** Which fields have changed: what they were, and what they are since. */
export function Changes({ changes }: ChangesProps) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return <span class="quiet">None</span>;
  return (
    <dl class="changes">
      {fields.map(([field, [before, after] = [null, null]]) => (
        <div key={field}>
          <dt>{wordsOfName(field)}</dt>
          <dd>
            {!isNothing(before) && (
              <>
                <span class="unseen">before: </span>
                <del>
                  <bdi>{textOf(before)}</bdi>
                </del>{" "}
                <span aria-hidden="true">→</span>{" "}
              </>
            )}
            <span class="unseen">after: </span>
            <ins>
              <bdi>{textOf(after)}</bdi>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `notificationUrl` as `notification url`. */
function wordsOfName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
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
