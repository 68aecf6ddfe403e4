import { useId, useRef, useState } from "preact/hooks";
import { listAll, queryText } from "../../api/collections.ts";
import { ApiError, request } from "../../api/request.ts";
import type { ConsumerImport, Contract } from "../../api/types.ts";
import { BelongingField } from "../../kinds/belonging.tsx";
import { useAnnounce } from "../../parts/announce.tsx";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { PlainTable } from "../../parts/lists/plain-table.tsx";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { Card, Page } from "../../parts/page.tsx";
import { goToQuery, linkTo } from "../../route.ts";
import { useSession } from "../../session.tsx";

/** Creates the consumers of a file of CSV, after a report of what is wrong in it. */
export function ImportConsumers() {
  const { may } = useSession();
  const contracts = useLoad(
    async () => ({ contracts: may("api-keys") ? await listAll("contracts") : undefined }),
    [],
  );
  return (
    <Page
      title="Import consumers"
      about={
        <>
          A file in CSV and UTF-8 with the first line <code>email,password,registration</code> and
          at most 1,000 rows. <code>registration</code> is <code>system</code> or{" "}
          <code>outside</code>.
        </>
      }
      parent={{ text: "Consumers", href: linkTo("consumers") }}
    >
      <Loaded from={contracts}>{({ contracts }) => <ImportForm contracts={contracts} />}</Loaded>
    </Page>
  );
}

interface CheckedFile {
  readonly file: File;
  readonly contractId: string;
  readonly report: ConsumerImport;
}

function ImportForm({ contracts }: { readonly contracts: readonly Contract[] | undefined }) {
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const announce = useAnnounce();
  const id = useId();
  const form = useForm({
    initial: { contractId: "" },
    findMistakes: ({ contractId }) => ({
      ...(contractId === "" && { contractId: "Choose a contract." }),
    }),
  });
  const { contractId } = form.values;
  const isReady = checked?.contractId === contractId && checked.report.errors.length === 0;

  async function submit(): Promise<void> {
    const file = input.current?.files?.[0];
    if (!file) throw new ApiError("Choose a file.", { status: 0 });
    if (isReady && checked.file === file) {
      const { created } = await send(file, { contractId, dryRun: false });
      announce(`Imported ${counted(created, "consumer")}.`);
      goToQuery({ contractId }, "consumers");
      return;
    }
    setChecked({ file, contractId, report: await send(file, { contractId, dryRun: true }) });
  }

  return (
    <>
      <Card title="File">
        <Form
          state={form}
          onSubmit={submit}
          submitLabel={
            isReady ? `Import ${counted(checked.report.rows, "consumer")}` : "Check the file"
          }
          secondary={<a href={linkTo("consumers")}>Cancel</a>}
        >
          {contracts ? (
            <BelongingField
              form={form}
              field="contractId"
              label="Contract"
              hint="Whose consumers they become."
              collection="contracts"
              items={contracts}
            />
          ) : (
            <TextField form={form} name="contractId" label="Contract" hint="Its id." isRequired />
          )}
          <div class="field">
            <label for={id}>File</label>
            <input
              id={id}
              ref={input}
              type="file"
              accept=".csv,text/csv"
              onChange={() => setChecked(null)}
            />
          </div>
        </Form>
      </Card>
      {checked && <Report {...checked.report} />}
    </>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

async function send(
  file: File,
  query: { readonly contractId: string; readonly dryRun: boolean },
): Promise<ConsumerImport> {
  const path = `/consumers/import${queryText({ ...query, dryRun: String(query.dryRun) })}`;
  return (await request<ConsumerImport>(path, { method: "POST", body: file })).body;
}

function Report({ rows, errors }: ConsumerImport) {
  return (
    <Card title="Report">
      <p role="status">
        {errors.length === 0
          ? `${counted(rows, "row")}, nothing wrong. Nothing is imported yet. It takes about ${counted(Math.ceil(rows / 3), "second")}.`
          : `${counted(rows, "row")}, ${counted(errors.length, "mistake")}. Nothing is imported: correct the file and choose it again.`}
      </p>
      {errors.length > 0 && (
        <PlainTable
          caption="Mistakes"
          columns={[
            { title: "Line", cell: ({ line }) => line },
            { title: "Field", cell: ({ field }) => field || "Row" },
            { title: "Mistake", cell: ({ message }) => message },
          ]}
          items={errors}
          keyOf={({ line, field, message }) => `${line} ${field} ${message}`}
        />
      )}
    </Card>
  );
}
