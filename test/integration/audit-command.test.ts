import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runDocgate } from "../support/command.ts";
import { prepareData } from "../support/data-server.ts";
import { writeStore } from "../support/store-file.ts";
import { makeFolder } from "../support/tree.ts";

function audit(args: readonly string[], data: string) {
  return runDocgate(["audit", ...args, "--data", data]);
}

it("docgate audit: an export is verified, also by other programs; ATTACK-O170: a changed entry is found", async () => {
  const { data } = await prepareData(await makeFolder());
  const intact = await audit(["verify"], data);
  expect(intact).toMatchObject({ code: 0, stderr: "" });
  expect(intact.stdout).toMatch(
    /^Acme: \d+ entries, none missing or changed; last hash [0-9a-f]{64}\n$/,
  );

  const { stdout } = await audit(["export", "--org", "Acme"], data);
  const lines = stdout.trimEnd().split("\n");
  const hashes = lines.map((line) => createHash("sha256").update(line).digest("hex"));
  const links = lines.map((line) => JSON.parse(line).previousHash);
  expect(links).toEqual([null, ...hashes.slice(0, -1)]);
  expect(intact.stdout).toContain(`: ${lines.length} entries`);
  expect(intact.stdout).toContain(hashes.at(-1));
  expect((await audit(["export", "--since", "2999-01-01"], data)).stdout).toBe("");

  const file = join(data, "export.ndjson");
  await writeFile(file, stdout);
  expect(await audit(["verify", file], data)).toMatchObject({ code: 0 });

  writeStore(data, "UPDATE audit SET admin = 'someone else' WHERE sequence = 2");
  const { at } = JSON.parse(lines[1]!);
  expect(await audit(["verify", file], data)).toMatchObject({
    code: 1,
    stdout: `Acme: Entry 2 of ${at} is not the one in the export.\nAcme: Entry 2 of ${at} was changed.\n`,
  });
});

it("docgate audit refuses what it cannot use, and makes no store", async () => {
  const folder = await makeFolder();
  const { data } = await prepareData(folder);
  await expect(audit(["verify", "--org", "Nobody"], data)).resolves.toMatchObject({
    stderr: 'docgate: There is no organization with the name "Nobody".\n',
  });
  await expect(audit(["export", "--since", "yesterday"], data)).resolves.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Expected a day such as 2026-11-22, or 2026-11-22T10:00:00Z."),
  });
  const missing = join(folder, "none.ndjson");
  await expect(audit(["verify", missing], data)).resolves.toMatchObject({
    stderr: expect.stringContaining(`"${missing}"`),
  });
  await expect(audit(["verify"], join(folder, "no-data"))).resolves.toMatchObject({
    stderr: expect.stringContaining("There is no store at"),
  });
});
