import { realpathSync, statSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
import { toNfc } from "../../../corpus/text/fold.ts";
import { isMarkdown } from "../../markdown/is-markdown.ts";
import { isWithin } from "../../read/is-within.ts";
import type { Refactoring } from "../../refactor/plan.ts";

/** The arguments of `docgate mv`. */
export interface MvRequest {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads the arguments of `docgate mv`. Paths are relative to the working folder, or to the docs root if
 * there is nothing else of that name.
 *
 * @throws {DocgateError} `setting` if there is no such file, or it cannot get that path
 */
export async function readRequest({ from, to }: MvRequest, docs: string): Promise<Refactoring> {
  const root = realpathSync(docs);
  const heading = /^(.+\.(?:md|mdx|markdown))#(.+)$/is.exec(from);
  if (heading !== null && !isThere(from, root)) {
    const path = pathInRoot(locate(heading[1]!, root), { root, docs, written: heading[1]! });
    return { kind: "heading", path, anchor: heading[2]!, text: to };
  }
  const source = locate(from, root);
  const place = { root, docs, written: from };
  const path = pathInRoot(source, place);
  if (path === "") throw new DocgateError("setting", "The docs root itself cannot be moved.");
  const folder = isInWorkingFolder(from) ? process.cwd() : root;
  const target = targetOf(to, { folder, source });
  const newPath = pathInRoot(target, { root, docs, written: to });
  requireFree({ source, target, written: to });
  if (statSync(source).isFile() && isMarkdown(source) && !isMarkdown(target)) {
    const message = `"${to}" is not a path of a Markdown file, but "${from}" is one. Give it the extension ".md", or make the folder first.`;
    throw new DocgateError("setting", message);
  }
  return { kind: "paths", moves: [{ from: path, to: newPath }] };
}

function isThere(path: string, root: string): boolean {
  return (
    isInWorkingFolder(path) || statSync(join(root, path), { throwIfNoEntry: false }) !== undefined
  );
}

function isInWorkingFolder(path: string): boolean {
  return statSync(resolve(path), { throwIfNoEntry: false }) !== undefined;
}

function locate(path: string, root: string): string {
  for (const location of [resolve(path), join(root, path)]) {
    if (statSync(location, { throwIfNoEntry: false }) !== undefined) return location;
  }
  throw new DocgateError("setting", `"${path}" does not exist.`);
}

function targetOf(
  to: string,
  { folder, source }: { readonly folder: string; readonly source: string },
): string {
  const target = resolve(folder, to);
  const found = statSync(target, { throwIfNoEntry: false });
  const isFolder = /[/\\]$/.test(to) || found?.isDirectory() === true;
  const isOwn = found !== undefined && realpathSync(target) === realpathSync(source);
  return isFolder && !isOwn && statSync(source).isFile()
    ? join(target, basename(source))
    : isFolder && found?.isDirectory() && !isOwn
      ? join(target, basename(source))
      : target;
}

interface WrittenPlace {
  readonly root: string;
  readonly docs: string;
  readonly written: string;
}

function pathInRoot(location: string, { root, docs, written }: WrittenPlace): string {
  const base = [root, resolve(docs)].find((each) => isWithin(location, each));
  if (base !== undefined) return toNfc(relative(base, location).split(sep).join("/"));
  const message = `"${written}" is not below the docs root "${docs}". Name the docs root with --docs.`;
  throw new DocgateError("setting", message);
}

function requireFree({
  source,
  target,
  written,
}: {
  readonly source: string;
  readonly target: string;
  readonly written: string;
}): void {
  if (isWithin(target, source) && target !== source && statSync(source).isDirectory()) {
    throw new DocgateError("setting", `"${written}" is inside of the folder that is to be moved.`);
  }
  const found = statSync(target, { throwIfNoEntry: false });
  // On some file systems, a name in other letter cases is the same file.
  const isItself = found !== undefined && found.ino === statSync(source).ino && target !== source;
  if (found !== undefined && !isItself) {
    throw new DocgateError("setting", `"${written}" exists already.`);
  }
}
