/** Measures the page `/graph` in a real browser over generated corpora. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { launchBrowser } from "../../test/browser/chromium.ts";
import { table } from "../support/measure.ts";
import { writeLinkTree } from "./link-tree.ts";

const DOCGATE = fileURLToPath(new URL("../../docgate.ts", import.meta.url));
const SIZES = [250, 10_000];
const LINKS_PER_PAGE = 5;
const SEED = 1;
const VIEWPORT = { width: 1280, height: 800 };
const SETTLED_MS = 300_000;
/** Number of events in a movement, and the milliseconds between them. */
const MOVES = 120;
const MOVE_MS = 12;

/** The user's actions while frames are counted. */
const ACTIONS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  pan: drag,
  zoom: turnWheel,
  hover: point,
};

export interface GraphOptions {
  /** Folder for generated files. */
  readonly work: string;
}

/**
 * Measures the time until the graph is drawn and settled, and frames per second while a user moves
 * it.
 */
export async function benchGraph({ work }: GraphOptions): Promise<string> {
  const browser = await launchBrowser();
  try {
    const rows: string[][] = [];
    for (const pages of SIZES) rows.push(await benchSize({ browser, work, pages }));
    const head = ["pages, links", "drawn, s", "settled after, s"];
    const actions = Object.keys(ACTIONS).map((name) => `${name}, frames/s (median / p95 ms)`);
    return [
      `Headless Chromium without a graphics card, ${VIEWPORT.width} × ${VIEWPORT.height} pixels. Frames are`,
      `the time stamps of \`requestAnimationFrame\` during ${MOVES} events of the mouse. Load of the`,
      `machine at the end: ${loadavg()[0]!.toFixed(1)}.`,
      "",
      table([...head, ...actions], rows),
    ].join("\n");
  } finally {
    await browser.close();
  }
}

interface SizeOptions extends GraphOptions {
  readonly browser: Browser;
  readonly pages: number;
}

async function benchSize({ browser, work, pages }: SizeOptions): Promise<string[]> {
  const corpus = await makeCorpus({ work, pages });
  const server = await start(corpus);
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    const started = performance.now();
    await page.goto(server.url);
    await page.locator("#canvas[data-layout]").waitFor();
    const drawn = performance.now();
    await page.locator('#canvas[data-layout="done"]').waitFor({ timeout: SETTLED_MS });
    const settled = performance.now();
    await page.locator('#canvas[aria-busy="false"]').waitFor({ timeout: SETTLED_MS });
    const row = [
      `${pages}, ${pages * LINKS_PER_PAGE}`,
      seconds(drawn - started),
      seconds(settled - drawn),
    ];
    for (const action of Object.values(ACTIONS)) row.push(await countFrames(page, action));
    return row;
  } finally {
    await page.close();
    server.process.kill();
  }
}

async function makeCorpus({ work, pages }: { work: string; pages: number }): Promise<string> {
  const root = join(work, `links-${pages}`);
  const corpus = join(work, `links-${pages}.json`);
  await writeLinkTree({ root, pages, linksPerPage: LINKS_PER_PAGE, seed: SEED });
  const config = parseConfig({ name: "Links", description: "Generated pages." });
  await replaceFile(corpus, serializeCorpus((await generate({ root, config })).content));
  return corpus;
}

async function start(corpus: string): Promise<{ url: string; process: ChildProcess }> {
  const args = [DOCGATE, "serve", "--no-partner", "--port", "0", "--corpus", corpus];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { url: new URL("graph", /http:\S+/.exec(line)![0]).href, process: child };
}

async function countFrames(page: Page, act: (page: Page) => Promise<void>): Promise<string> {
  await page.evaluate(`{
    const stamps = (window.stamps = []);
    requestAnimationFrame(function next(now) {
      stamps.push(now);
      if (window.stamps === stamps) requestAnimationFrame(next);
    });
  }`);
  await act(page);
  const stamps = await page.evaluate<number[]>(
    "(() => { const { stamps } = window; window.stamps = null; return stamps; })()",
  );
  const frames = stamps.slice(1).map((stamp, index) => stamp - stamps[index]!);
  frames.sort((a, b) => a - b);
  const perSecond = (1000 * frames.length) / (stamps.at(-1)! - stamps[0]!);
  const at = (share: number): string => frames[Math.floor(frames.length * share)]!.toFixed(0);
  return `${perSecond.toFixed(0)} (${at(0.5)} / ${at(0.95)})`;
}

async function drag(page: Page): Promise<void> {
  await page.mouse.move(500, 400);
  await page.mouse.down();
  for (let move = 0; move < MOVES; move++) {
    await page.mouse.move(500 + 240 * Math.sin(move / 12), 400 + 160 * Math.sin(move / 7));
    await page.waitForTimeout(MOVE_MS);
  }
  await page.mouse.up();
}

async function turnWheel(page: Page): Promise<void> {
  for (let move = 0; move < MOVES; move++) {
    await page.mouse.wheel(0, move < MOVES / 2 ? -40 : 40);
    await page.waitForTimeout(MOVE_MS);
  }
}

async function point(page: Page): Promise<void> {
  for (let move = 0; move < MOVES; move++) {
    await page.mouse.move(350 + 4 * move, 300 + 2 * move);
    await page.waitForTimeout(MOVE_MS);
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
