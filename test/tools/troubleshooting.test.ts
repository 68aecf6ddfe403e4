import { readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/command.ts";

/** Reads the messages in tables that begin with a column of messages. */
function messagesOf(page: string): string[] {
  const tables = page.split("\n\n").filter((block) => block.startsWith("| Message |"));
  return tables.flatMap((table) =>
    Array.from(table.matchAll(/^\| `([^`]+)` \|/gm), ([, message]) => message!),
  );
}

/** Returns the texts of all sources, with strings that are written in parts joined. */
async function sources(): Promise<string> {
  const files: string[] = [];
  for (const pattern of ["*.ts", "{corpus,generator,runtime}/**/*.ts"]) {
    for await (const file of glob(pattern, { cwd: ROOT })) files.push(file);
  }
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), "utf8")));
  return texts.join("\n").replaceAll(/["`'] \+\s+["`']/g, "");
}

it("the messages of the troubleshooting page are those that docgate prints", async () => {
  const page = readFileSync(join(ROOT, "content/operate/troubleshooting.md"), "utf8");
  const messages = messagesOf(page);
  const code = await sources();

  const unknown = messages.filter((message) =>
    message.split("…").some((part) => !code.includes(part.trim())),
  );

  expect(messages.length).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
});
