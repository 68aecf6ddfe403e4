import { describe, expect, it } from "vitest";
import { parseCsv } from "../../../../runtime/admin/api/csv.ts";
import { createTestChain } from "../../../support/access-chain.ts";
import { createAdminApi } from "../../../support/admin-client.ts";

const HEADER = "email,password,registration";

async function setUp() {
  const api = await createAdminApi();
  const { request } = await api.addAdmin({ organization: "Acme" });
  const { id } = (await api.platform.store.read.organizations.find({ name: "Acme" }))!;
  const actor = { organizationId: id, name: "ada" };
  const { contract } = await createTestChain(api.platform, { actor, name: "Shop" });

  /** Sends a file, as a dry run unless it is said otherwise. */
  async function send(text: string, { contractId = contract.id, isDry = true } = {}) {
    return request(`POST /consumers/import?contractId=${contractId}&dryRun=${isDry}`, {
      text,
      headers: { "Content-Type": "text/csv; charset=utf-8" },
    });
  }
  const emails = async () =>
    (await request("GET /consumers")).json.items.map(({ email }: { email: string }) => email);
  return { api, request, contract, send, emails };
}

describe("POST /consumers/import", () => {
  it("creates all consumers of a file, who can then sign in, and tells of each in the audit log", async () => {
    const { api, request, contract, send, emails } = await setUp();
    const file = `\u{feff}registration,password,email\r\nsystem,correct horse,ada@example.com\r\noutside,"a ""quoted"", one",bob@example.com\r\n\r\n`;
    expect((await send(file)).json).toEqual({ rows: 2, created: 0, errors: [] });
    expect(await emails()).toEqual([]);
    const { status, json, text } = await send(file, { isDry: false });
    expect([status, json]).toEqual([200, { rows: 2, created: 2, errors: [] }]);
    expect(text).not.toContain("horse");
    expect(await emails()).toEqual(["ada@example.com", "bob@example.com"]);
    const [bob] = await api.platform.store.read.consumers.list({ email: "bob@example.com" });
    expect(bob).toMatchObject({ contractId: contract.id, registration: "outside" });
    expect(await api.platform.passwords.verify('a "quoted", one', bob!.passwordHash)).toBe(true);
    const entries = (await request("GET /audit?action=create&resource=consumer")).json.items;
    expect(entries.map(({ name }: { name: string }) => name)).toEqual([
      "bob@example.com",
      "ada@example.com",
    ]);
  });

  it("ATTACK-S218: says of each row what is wrong, and writes nothing if anything is", async () => {
    const { request, contract, send, emails } = await setUp();
    const known = { contractId: contract.id, password: "correct horse", registration: "system" };
    await request("POST /consumers", { body: { ...known, email: "Known@example.com" } });
    const rows = [
      "good@example.com,correct horse,system",
      "=cmd|' /C calc'!A0,correct horse,system",
      "short@example.com,short,system",
      "known@EXAMPLE.com,correct horse,system",
      "GOOD@example.com,correct horse,outside",
      "few@example.com,correct horse",
      "other@example.com,correct horse,elsewhere",
      '"two\nlines@example.com",correct horse,system',
      "last@example.com,correct horse,",
    ];
    const file = [HEADER, ...rows].join("\n");
    const { json } = await send(file);
    const found = json.errors.map(({ line, field }: { line: number; field: string }) => [
      line,
      field,
    ]);
    expect(json).toMatchObject({ rows: 9, created: 0 });
    expect(found).toEqual([
      ...[
        [3, "email"],
        [4, "password"],
        [5, "email"],
        [6, "email"],
        [7, ""],
      ],
      ...[
        [8, "registration"],
        [9, "email"],
        [11, "registration"],
      ],
    ]);
    expect(json.errors[3].message).toBe("Line 2 has this email too.");
    const refused = await send(file, { isDry: false });
    expect(refused.status).toBe(400);
    expect(refused.json.message).toMatch(/^Nothing was imported: line 3: /);
    expect(refused.json.errors).toHaveLength(8);
    expect(await emails()).toEqual(["Known@example.com"]);
  });

  it.each([
    ["an empty file", "", /^The first line must be email,password,registration\.$/],
    ["another header", "email,password\na,b", /^The first line must be/],
    [
      "cells between semicolons",
      "email;password;registration\n",
      /Separate the cells with commas\.$/,
    ],
    ["an open quotation mark", `${HEADER}\n"a,b,c`, /^Line 2: A quotation mark is not closed/],
    [
      "1,001 rows",
      [HEADER, ...Array(1001).fill("a,b,c")].join("\n"),
      /^At most 1000 rows at a time, but there are 1001\.$/,
    ],
  ])("ATTACK-S218: refuses %s", async (_, file, message) => {
    const { send, emails } = await setUp();
    for (const isDry of [true, false]) {
      const { status, json } = await send(file, { isDry });
      expect([status, json.message]).toEqual([400, expect.stringMatching(message)]);
    }
    expect(await emails()).toEqual([]);
  });

  it("ATTACK-S218: refuses another encoding, another media type, and another organization's contract", async () => {
    const { api, request, contract, send } = await setUp();
    const path = `POST /consumers/import?contractId=${contract.id}` as const;
    const csv = { "Content-Type": "text/csv" };
    const latin = new Uint8Array([...new TextEncoder().encode(`${HEADER}\nm`), 0xfc, 0x40]);
    const answer = await request(path, { text: latin as unknown as string, headers: csv });
    expect([answer.status, answer.json.message]).toEqual([
      400,
      "The body is not UTF-8 at byte 29.",
    ]);
    expect((await request(path, { body: { email: "a" } })).status).toBe(415);
    const other = await api.addAdmin({ organization: "Globex" });
    const file = { text: `${HEADER}\na@example.com,correct horse,system`, headers: csv };
    expect((await other.request(path, file)).status).toBe(400);
    expect((await send("x".repeat(2 * 2 ** 20 + 1))).status).toBe(413);
  });

  it("ATTACK-S218: imports nothing if a consumer of the file is created in the meantime", async () => {
    const { api, request, contract, send, emails } = await setUp();
    const { hash } = api.platform.passwords;
    let isFirst = true;
    Object.assign(api.platform.passwords, {
      async hash(password: string) {
        if (isFirst) {
          isFirst = false;
          const fields = {
            contractId: contract.id,
            password: "correct horse",
            registration: "system",
          };
          await request("POST /consumers", { body: { ...fields, email: "bob@example.com" } });
        }
        return hash(password);
      },
    });
    const rows = ["ada", "bob"].map((name) => `${name}@example.com,correct horse,system`);
    expect((await send([HEADER, ...rows].join("\n"), { isDry: false })).status).toBe(409);
    expect(await emails()).toEqual(["bob@example.com"]);
  });
});

describe("parseCsv", () => {
  it("reads cells with commas, quotation marks and line breaks, and any line ends", () => {
    expect(parseCsv('a,"b, ""c""\r\nd",\r\n\n"",e\rf')).toEqual([
      { line: 1, cells: ["a", 'b, "c"\r\nd', ""] },
      { line: 4, cells: ["", "e"] },
      { line: 5, cells: ["f"] },
    ]);
  });

  it.each(['a,"b', 'a"b,c', '"a"b,c'])("refuses %j", (text) => {
    expect(parseCsv(text)).toMatchObject({ line: 1 });
  });
});
