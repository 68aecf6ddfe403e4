import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { shareConsole } from "./console.ts";
import { announcement } from "./console-screen.ts";
import { LOOKS } from "./looks.ts";
import { takeScreenshot } from "./visits.ts";

const HEADER = "email,password,registration\n";
const GOOD = `${HEADER}mia@example.com,a long battery,system\nleo@example.com,a long battery,outside\n`;

function fileOf(text: string) {
  return { name: "consumers.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
}

describe("files of the console", { timeout: 60_000 }, () => {
  const { open, api, chains } = shareConsole();

  it("a list is exported as it is filtered, with the mark that Excel needs", async () => {
    for (const name of ["Müller", "Other"]) await api.ok("POST", "/clients", { name });
    const { page } = await open("/clients");
    await page.getByLabel("Search by name").fill("müll");
    await page.getByRole("link", { name: "Other" }).waitFor({ state: "detached" });
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export as CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^clients-[\d-]+\.csv$/);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toMatch(/^\u{feff}id,name,/u);
    expect(text).toContain(",Müller,");
    expect(text).not.toContain("Other");
  });

  it("ATTACK-S218: consumers are imported after a report that names each mistake", async () => {
    const chain = await chains().buildChain();
    const { page } = await open("/consumers");
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await page.getByRole("heading", { name: "Import consumers" }).waitFor();
    await page.getByLabel("Contract").selectOption(chain.contractId);
    await page.getByLabel("File").setInputFiles(fileOf(`${GOOD}mia@example.com,short,system\n`));
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByText("3 rows, 1 mistake. Nothing is imported").waitFor();
    const mistake = page.getByRole("row").filter({ hasText: "password" });
    await expect.poll(() => mistake.innerText()).toMatch(/^4\s+password\s+Must have at least 8/);
    await takeScreenshot(page, "console-import-mistakes", { isWhole: true });

    await page.getByLabel("File").setInputFiles(fileOf(GOOD));
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByText("2 rows, nothing wrong. Nothing is imported yet.").waitFor();
    await page.getByRole("button", { name: "Import 2 consumers" }).click();
    await page.getByRole("link", { name: "mia@example.com" }).waitFor();
    await expect.poll(() => announcement(page).innerText()).toBe("Imported 2 consumers.");
    const { items } = await api.ok("GET", `/consumers?contractId=${chain.contractId}`);
    expect(items).toHaveLength(2);
  });

  it.each(LOOKS)("the import is accessible in %s at %i pixels", async (colorScheme, width) => {
    const viewport = { width, height: 844 };
    const { page } = await open("/consumers/import", { colorScheme, viewport });
    await page.getByLabel("File").waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, `console-import-${colorScheme}-${width}`, { isWhole: true });
    const scrolls = "document.documentElement.scrollWidth > window.innerWidth";
    expect(await page.evaluate(scrolls)).toBe(false);
  });
});
