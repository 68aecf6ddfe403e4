import { posix } from "node:path";

/** An entry of a book's `SUMMARY.md`. */
export interface Chapter {
  readonly title: string;
  /** Path from the folder of the book's pages; null for a part's title, or a chapter that is not written. */
  readonly path: string | null;
  readonly chapters: readonly Chapter[];
}

interface OpenChapter extends Chapter {
  readonly chapters: OpenChapter[];
  readonly indent: number;
}

const LINK =
  /^([ \t]*)(?:([-*+]|\d+[.)])[ \t]+)?\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\((?:<([^<>]*)>|([^()\s]*))\)/;
const PART = /^#[ \t]+(.+?)[ \t]*#*$/;

/** Reads the chapters of a book's `SUMMARY.md`, with the titles of its parts. */
export function parseSummary(text: string): Chapter[] {
  const chapters: OpenChapter[] = [];
  let part: OpenChapter | null = null;
  let open: OpenChapter[] = [];
  let isFirst = true;
  for (const line of withoutComments(text).split(/\r?\n/)) {
    const heading = PART.exec(line)?.[1];
    const [, indent = "", bullet, title = "", quoted, plain = ""] = LINK.exec(line) ?? [];
    if (heading !== undefined) {
      // The first heading is that of the summary itself.
      part = isFirst ? null : { title: textOf(heading), path: null, chapters: [], indent: -1 };
      if (part !== null) chapters.push(part);
      open = [];
    } else if (LINK.test(line)) {
      const chapter = { title: textOf(title), path: pathOf(quoted ?? plain), chapters: [] };
      if (bullet === undefined) {
        part = null;
        chapters.push({ ...chapter, indent: -1 });
      } else {
        const width = indent.replaceAll("\t", "    ").length;
        open = open.filter((each) => each.indent < width);
        const entry = { ...chapter, indent: width };
        (open.at(-1) ?? part ?? { chapters }).chapters.push(entry);
        open.push(entry);
      }
    }
    if (line.trim() !== "") isFirst = false;
  }
  return chapters;
}

/** Returns the chapters that are written, in the order of the book. */
export function pathsOf(chapters: readonly Chapter[]): string[] {
  return chapters.flatMap(({ path, chapters: below }) => {
    return path === null ? pathsOf(below) : [path, ...pathsOf(below)];
  });
}

function withoutComments(text: string): string {
  let kept = "";
  let done = 0;
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", done)) {
    const end = text.indexOf("-->", start);
    if (end < 0) break;
    kept += text.slice(done, start);
    done = end + "-->".length;
  }
  return kept + text.slice(done);
}

function textOf(title: string): string {
  return title.replace(/\\(.)|[`*]/g, "$1").trim();
}

function pathOf(target: string): string | null {
  const path = decode(target.replace(/#.*$/, ""));
  return path === "" ? null : posix.normalize(path.replace(/^\/+/, ""));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path;
  }
}
