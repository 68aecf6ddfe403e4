import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isMarkdown } from "../markdown/is-markdown.ts";
import type { OpenTree } from "./open-tree.ts";
import type { PathMoves } from "./path-moves.ts";
import type { ChangedText } from "./plan.ts";

/** The entries of a folder: names of pages and folders with titles, or a list of names. */
type Meta = Record<string, unknown>;

/** Changes the names in the `_meta.json` (Nextra) and `meta.json` (Fumadocs) of the folders around a move. */
export function changeMeta({ root, config }: OpenTree, { moves }: PathMoves): ChangedText[] {
  const name = NAMES[config.site.generator];
  if (name === undefined) return [];
  return moves.flatMap(({ from, to }) => {
    const [before, after] = [entryOf(from), entryOf(to)];
    const old = readMeta(root, posix.join(before.folder, name));
    if (before.folder === after.folder) {
      return old === null
        ? []
        : changed(old, (meta) => renamed(meta, { from: before.name, to: after.name }));
    }
    const target = readMeta(root, posix.join(after.folder, name));
    const entry = old === null ? undefined : entryIn(old.meta, before.name);
    return [
      ...(old === null ? [] : changed(old, (meta) => without(meta, before.name))),
      ...(target === null || entry === undefined
        ? []
        : changed(target, (meta) => withEntry(meta, { name: after.name, value: entry }))),
    ];
  });
}

const NAMES: Readonly<Record<string, string>> = { nextra: "_meta.json", fumadocs: "meta.json" };

function entryOf(path: string): { readonly folder: string; readonly name: string } {
  const base = posix.basename(path);
  const name = isMarkdown(base) ? base.slice(0, base.lastIndexOf(".")) : base;
  return { folder: posix.dirname(path), name };
}

interface MetaFile {
  readonly path: string;
  readonly text: string;
  readonly meta: Meta;
}

/** @returns null if there is none, or none that is data */
function readMeta(root: string, path: string): MetaFile | null {
  const location = join(root, path);
  if (!existsSync(location)) return null;
  const text = readFileSync(location, "utf8");
  try {
    const meta: unknown = JSON.parse(text);
    const isMap = typeof meta === "object" && meta !== null && !Array.isArray(meta);
    return isMap ? { path, text, meta: meta as Meta } : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

function changed({ path, text, meta }: MetaFile, change: (meta: Meta) => Meta): ChangedText[] {
  const now = change(meta);
  const indent = /\n([ \t]+)/.exec(text)?.[1] ?? 2;
  const end = /\s*$/.exec(text)![0];
  const after = JSON.stringify(now, null, indent) + end;
  const isSame = JSON.stringify(now) === JSON.stringify(meta);
  return isSame ? [] : [{ path, before: text, after, edits: null }];
}

function listOf({ pages }: Meta): readonly unknown[] | null {
  return Array.isArray(pages) ? pages : null;
}

function entryIn(meta: Meta, name: string): unknown {
  const list = listOf(meta);
  return list === null ? meta[name] : list.includes(name) ? name : undefined;
}

function renamed(meta: Meta, { from, to }: { readonly from: string; readonly to: string }): Meta {
  const list = listOf(meta);
  if (list !== null) return { ...meta, pages: list.map((each) => (each === from ? to : each)) };
  return Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [key === from ? to : key, value]),
  );
}

function without(meta: Meta, name: string): Meta {
  const list = listOf(meta);
  if (list !== null) return { ...meta, pages: list.filter((each) => each !== name) };
  return Object.fromEntries(Object.entries(meta).filter(([key]) => key !== name));
}

function withEntry(
  meta: Meta,
  { name, value }: { readonly name: string; readonly value: unknown },
): Meta {
  const list = listOf(meta);
  return list === null ? { ...meta, [name]: value } : { ...meta, pages: [...list, name] };
}
