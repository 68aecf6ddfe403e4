import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type Assets, createAssets } from "../../runtime/serve/assets.ts";

const PAGES = ["admin", "explorer", "graph", "home", "reference"];

/** Pages with the places that the server fills, and nothing else. They are removed with the test. */
export function bareAssets(): Assets {
  const directory = mkdtempSync(join(tmpdir(), "docgate-pages-"));
  afterAll(() => rmSync(directory, { recursive: true }));
  for (const name of PAGES) {
    const html = `<head><!-- head --><link href="./assets/x.css"></head><!-- bar --><!-- content -->`;
    writeFileSync(join(directory, `${name}.html`), html);
  }
  return createAssets({ directory });
}
