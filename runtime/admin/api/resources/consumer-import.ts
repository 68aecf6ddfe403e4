import * as z from "zod";
import { type FieldError, validate } from "../../../http/json.ts";
import { createConsumer } from "../../../partner/chain/consumers.ts";
import { email, newPassword, reference } from "../../../partner/chain/fields.ts";
import { invalid } from "../../../partner/chain/rule-error.ts";
import type { Change } from "../../../partner/change.ts";
import type { Passwords } from "../../../partner/secrets/passwords.ts";
import { foldEmail } from "../../../partner/sign-in/email.ts";
import type { Queries } from "../../../store/queries.ts";
import { Refusal } from "../../refusal.ts";
import { parseCsv } from "../csv.ts";
import { queryFlag } from "../query-flag.ts";
import { runAs } from "../resource.ts";
import { type AdminCall, type AdminRoute, type Answer, defineRoute } from "../route.ts";

const MAX_ROWS = 1_000;
const MAX_BYTES = 2 * 2 ** 20;
/** Passwords that are hashed at once, so that others do not wait behind all of them. */
const HASHES_AT_ONCE = 4;

const row = z.strictObject({
  email,
  password: newPassword,
  registration: z.enum(["system", "outside"]),
});

type Row = z.output<typeof row>;

const HEADER = Object.keys(row.shape);

const query = z.strictObject({
  contractId: reference.describe("The contract that they become consumers of."),
  dryRun: queryFlag.describe("Writes nothing: the answer says what is wrong, by row."),
});

const report = z
  .strictObject({
    rows: z.int().describe("Number of rows, without the header."),
    created: z.int().describe("0 with `dryRun`."),
    errors: z.array(
      z.strictObject({
        line: z.int().describe("Where the row begins in the file, from 1."),
        field: z.string().describe("Empty for the whole row."),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: "ConsumerImport" });

interface RowError {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

interface PlacedRow extends Row {
  readonly line: number;
}

interface FileRows {
  readonly rows: readonly PlacedRow[];
  /** Number of rows, right or wrong. */
  readonly count: number;
  readonly errors: readonly RowError[];
}

/**
 * Creates the consumers of a file: all of them, or none. Passwords are hashed before the transaction
 * begins.
 */
async function importConsumers(
  call: AdminCall<unknown, z.output<typeof query>, string>,
): Promise<Answer> {
  const { platform, query, body, caller } = call;
  const { contractId } = query;
  const { organizationId } = caller.admin;
  const { read } = platform.store;
  if ((await read.contracts.count({ id: contractId, organizationId })) === 0) {
    throw invalid({ path: "contractId", message: "There is no contract with this id." });
  }
  const checked = readRows(body);
  const errors = [...checked.errors, ...(await findTaken(read, { ...checked, contractId }))];
  errors.sort((one, other) => one.line - other.line);
  const { count: rows } = checked;
  if (query.dryRun === "true") return { status: 200, body: { rows, created: 0, errors } };
  if (errors.length > 0) throw refusalOf(errors);
  const hashed = await hashAll(platform.passwords, checked.rows);
  await runAs(call, (change) => createAll(change, { rows: hashed, contractId }));
  return { status: 200, body: { rows, created: rows, errors: [] } };
}

/** @throws {Refusal} 400 if the file is not CSV with the right header, or has too many rows */
function readRows(text: string): FileRows {
  const records = parseCsv(text);
  if ("message" in records) throw wrongFile(`Line ${records.line}: ${records.message}`);
  const [header, ...rest] = records;
  const names = header?.cells.map((name) => name.trim()) ?? [];
  const isHeader = names.length === HEADER.length && HEADER.every((name) => names.includes(name));
  if (!isHeader) {
    const hint = names.join().includes(";") ? " Separate the cells with commas." : "";
    throw wrongFile(`The first line must be ${HEADER.join()}.${hint}`);
  }
  if (rest.length > MAX_ROWS) {
    throw wrongFile(`At most ${MAX_ROWS} rows at a time, but there are ${rest.length}.`);
  }
  const lineByEmail = new Map<string, number>();
  const rows: PlacedRow[] = [];
  const errors: RowError[] = [];
  for (const { line, cells } of rest) {
    if (cells.length !== names.length) {
      const message = `Must have ${names.length} cells, but has ${cells.length}.`;
      errors.push({ line, field: "", message });
      continue;
    }
    const values = Object.fromEntries(names.map((name, index) => [name, cells[index]]));
    const parsed = validate(row, values);
    if (!parsed.ok) {
      errors.push(...parsed.errors.map(({ path, message }) => ({ line, field: path, message })));
      continue;
    }
    const folded = foldEmail(parsed.value.email);
    const earlier = lineByEmail.get(folded);
    if (earlier !== undefined) {
      errors.push({ line, field: "email", message: `Line ${earlier} has this email too.` });
    }
    lineByEmail.set(folded, earlier ?? line);
    rows.push({ ...parsed.value, line });
  }
  return { rows, count: rest.length, errors };
}

/** Finds the rows whose email a consumer of the contract has already. */
async function findTaken(
  { consumers }: Queries,
  { rows, contractId }: Pick<FileRows, "rows"> & { readonly contractId: string },
): Promise<readonly RowError[]> {
  const known = new Set(
    (await consumers.list({ contractId })).map(({ emailFolded }) => emailFolded),
  );
  const message = "There is a consumer with this email in the contract already.";
  return rows
    .filter(({ email }) => known.has(foldEmail(email)))
    .map(({ line }) => ({ line, field: "email", message }));
}

interface HashedRow extends Omit<Row, "password"> {
  readonly passwordHash: string;
}

async function hashAll(passwords: Passwords, rows: readonly Row[]): Promise<readonly HashedRow[]> {
  const hashed: HashedRow[] = [];
  for (let start = 0; start < rows.length; start += HASHES_AT_ONCE) {
    const some = rows.slice(start, start + HASHES_AT_ONCE).map(async ({ password, ...fields }) => ({
      email: fields.email,
      registration: fields.registration,
      passwordHash: await passwords.hash(password),
    }));
    hashed.push(...(await Promise.all(some)));
  }
  return hashed;
}

async function createAll(
  change: Change,
  { rows, contractId }: { readonly rows: readonly HashedRow[]; readonly contractId: string },
): Promise<void> {
  for (const fields of rows) await createConsumer(change, { ...fields, contractId });
}

function refusalOf(errors: readonly RowError[]): Refusal {
  const named = errors.map(
    ({ line, field, message }): FieldError => ({ path: `${line}.${field}`, message }),
  );
  const [first] = errors;
  const message = `Nothing was imported: line ${first!.line}: ${first!.message}`;
  return new Refusal(message, { status: 400, errors: named });
}

function wrongFile(message: string): Refusal {
  return new Refusal(message, { status: 400, errors: [{ path: "", message }] });
}

export const CONSUMER_IMPORT: AdminRoute = defineRoute(
  {
    method: "post",
    path: "/consumers/import",
    operationId: "importConsumers",
    summary: "Import consumers from CSV",
    description:
      `CSV in UTF-8 with the header \`${HEADER.join()}\` and at most ${MAX_ROWS} rows, which become ` +
      "consumers of one contract: all of them, or none. Begin with `dryRun=true`. Each password takes " +
      "about a third of a second.",
    tag: "Consumers",
    access: "directory:w",
    query,
    body: z.string().describe("The file."),
    bodyType: "text/csv",
    maxBytes: MAX_BYTES,
    responses: { 200: { description: "What came of it", body: report } },
    errors: [409],
  },
  importConsumers,
);
