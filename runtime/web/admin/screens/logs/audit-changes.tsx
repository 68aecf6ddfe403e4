import type { ComponentChildren } from "preact";
import type { CollectionName } from "../../api/collections.ts";
import type { AuditEntry } from "../../api/types.ts";
import { NameOf } from "../../names.tsx";

/** Fields that hold ids of other items. */
const REFERENCES: Readonly<Record<string, CollectionName>> = {
  clientId: "clients",
  certificateId: "certificates",
  contractId: "contracts",
  webhookId: "webhooks",
  spaceId: "spaces",
  spaceIds: "spaces",
  defaultSystemSpaceIds: "spaces",
  defaultOutsideSpaceIds: "spaces",
};

type ChangePairs = AuditEntry["changes"];

interface ChangesProps {
  readonly changes: ChangePairs;
}

/** Shows which fields have changed, with the values before and after. */
export function Changes({ changes }: ChangesProps) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return <span class="quiet">None</span>;
  return (
    <ul class="changes">
      {fields.map(([field, [before, after] = [null, null]]) => (
        <li key={field}>
          <Change field={field} before={before} after={after} />
        </li>
      ))}
    </ul>
  );
}

/** Names the changed fields in one line; a single one with its value. */
export function fieldsOf(changes: ChangePairs): string {
  const fields = Object.keys(changes);
  const [only] = fields;
  if (fields.length !== 1 || REFERENCES[only!]) return fields.map(wordsOfName).join(", ");
  const [before, after] = changes[only!]!;
  const values = isNothing(before) ? [after] : [before, after];
  return `${wordsOfName(only!)}: ${values.map(textOf).join(" → ")}`;
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
            <Value field={field} value={before} />
          </del>{" "}
          <span aria-hidden="true">→</span> <span class="unseen">after: </span>
        </>
      )}
      <ins>
        <Value field={field} value={after} />
      </ins>
    </>
  );
}

interface ValueProps {
  readonly field: string;
  readonly value: unknown;
}

/** A value; ids of other items are shown as their names. */
function Value({ field, value }: ValueProps): ComponentChildren {
  const collection = REFERENCES[field];
  const ids = Array.isArray(value) ? value : [value];
  // The public id of a client has the same name as the reference to it.
  const isReference = ids.length > 0 && ids.every((id) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id));
  if (!collection || !isReference) return <bdi>{textOf(value)}</bdi>;
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ", "}
      <NameOf collection={collection} id={id} />
    </span>
  ));
}

/** Writes `notificationUrl` as `notification URL`, and `clientId` as `client`. */
function wordsOfName(field: string): string {
  return field
    .replace(/Id(s?)$/, "$1")
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
