import { posix } from "node:path";
import type { Problem } from "../../config/problem.ts";
import type { SiteSettings } from "../../config/site-settings.ts";
import { createLineFinder } from "../../markdown/line-finder.ts";
import { findCode } from "./code-ranges.ts";
import { EditedText } from "./edited-text.ts";
import type { IncludedFile, IncludeRequest, Syntax, SyntaxContext } from "./syntax.ts";
import { HEADING_IDS, INCLUDES, SYNTAXES } from "./syntaxes.ts";

/** Reads files for pages that include them. */
export interface IncludeReader {
  /**
   * Reads a file by its path from the includes' root.
   *
   * @returns its text and the hash of it, or in words why it cannot be read
   */
  read(path: string): IncludeText | { readonly reason: string };
}

interface IncludeText {
  readonly text: string;
  readonly hash: string;
}

/** A file that a page includes, and the hash of what it was. */
export interface IncludeStamp {
  /** Path from the includes' root. */
  readonly path: string;
  /** Null for a file that could not be read. */
  readonly hash: string | null;
}

export interface PageTextOptions
  extends Pick<
    SiteSettings,
    "includes" | "includeFolders" | "appended" | "importAliases" | "syntax" | "ids" | "variables"
  > {
  readonly path: string;
  /** Path of the page from the includes' root. */
  readonly location: string;
  readonly bodyStart: number;
  readonly reader: IncludeReader;
  /** Called with each file that is included. Default: nothing. */
  readonly onInclude?: ((include: WrittenInclude) => void) | undefined;
}

/** A file that another one includes, as it is written there. Paths are from the includes' root. */
export interface WrittenInclude {
  readonly written: string;
  /** The path of the file that asks for it. */
  readonly from: string;
  /** The folder that the path is relative to. */
  readonly base: string;
  /** The path of the included file. */
  readonly path: string;
}

/** A page whose syntax is Markdown, with what it includes in its place. */
export interface PageText {
  readonly edited: EditedText;
  readonly includes: readonly IncludeStamp[];
  /** Ids that are not those of headings. */
  readonly ids: readonly string[];
  /** With places in the source. */
  readonly problems: readonly Problem[];
}

/** How deep files may include each other. */
const MAX_DEPTH = 20;
/** The largest page text, in UTF-16 units. */
const MAX_LENGTH = 4 * 1024 * 1024;

export type ReadPageText = (source: string, options: PageTextOptions) => PageText;

/** Reads a page's text. */
export function readPageText(source: string, options: PageTextOptions): PageText {
  return new PageTextReader(source, options).read();
}

class PageTextReader {
  readonly #options: PageTextOptions;
  readonly #edited: EditedText;
  readonly #reports: Report[] = [];
  readonly #includes = new Map<string, IncludeStamp>();
  readonly #ids: string[] = [];
  /** Length of all that was included. */
  #length = 0;

  constructor(source: string, options: PageTextOptions) {
    this.#options = options;
    this.#edited = new EditedText(source);
  }

  read(): PageText {
    const { includes, syntax, ids, location, bodyStart } = this.#options;
    const syntaxes = [
      ...includes.map((name) => INCLUDES[name]),
      ...syntax.map((name) => SYNTAXES[name]),
      ...ids.map((name) => HEADING_IDS[name]),
    ];
    for (const each of syntaxes) {
      const at = (offset: number) => this.#edited.sourceOffset(offset);
      this.#apply(each, { location, bodyStart, through: [location], at });
    }
    return {
      edited: this.#edited,
      includes: [...this.#includes.values()],
      ids: this.#ids,
      problems: this.#problems(),
    };
  }

  #apply(syntax: Syntax, place: FilePlace): void {
    const { text } = this.#edited;
    this.#edited.apply(syntax(text, this.#contextOf(text, place)));
  }

  #contextOf(text: string, place: FilePlace): SyntaxContext {
    const { path, includeFolders, appended, importAliases, variables } = this.#options;
    const { location, bodyStart, at, through } = place;
    let code: SyntaxContext["code"] | undefined;
    return {
      path,
      location,
      bodyStart,
      includeFolders,
      importAliases,
      appended: through.length > 1 ? [] : appended,
      variables,
      get code() {
        code ??= findCode(text, bodyStart);
        return code;
      },
      include: (request) => this.#include(request, place),
      addId: (id) => this.#ids.push(id),
      report: (offset, problem) => this.#report(at(offset), problem),
    };
  }

  #include(request: IncludeRequest, place: FilePlace): IncludedFile | null {
    const { at, through } = place;
    const offset = at(request.at);
    const found = this.#find(request, place.location);
    if ("reason" in found) {
      const message = `"${request.path}" cannot be included: ${found.reason}`;
      this.#report(offset, { rule: "missing-file", message });
      return null;
    }
    const { path, text } = found;
    if (through.includes(path)) {
      const message = `"${path}" includes itself: ${[...through, path].join(" → ")}`;
      this.#report(offset, { rule: "include-cycle", message });
      return null;
    }
    if (through.length > MAX_DEPTH) {
      const message = `Files include each other more than ${MAX_DEPTH} deep, down to "${path}"`;
      this.#report(offset, { rule: "include-cycle", message });
      return null;
    }
    this.#length += text.length;
    if (this.#length > MAX_LENGTH) {
      const message = `The page includes more than ${MAX_LENGTH} characters: include less of "${path}", or split the page`;
      this.#report(offset, { rule: "page-too-complex", message });
      return null;
    }
    if (request.isCode) return { path, text };
    return { path, text: this.#expand(text, { path, offset, through: [...through, path] }) };
  }

  /** Includes in an included text what it asks for. */
  #expand(
    text: string,
    {
      path,
      offset,
      through,
    }: {
      readonly path: string;
      /** Where the page includes it, in its source. */
      readonly offset: number;
      readonly through: readonly string[];
    },
  ): string {
    const edited = new EditedText(text);
    for (const name of this.#options.includes) {
      const place = { location: path, bodyStart: 0, through, at: () => offset };
      edited.apply(INCLUDES[name](edited.text, this.#contextOf(edited.text, place)));
    }
    return edited.text;
  }

  /** Finds an included file below one of its bases. */
  #find({ path, bases }: IncludeRequest, from: string): IncludedFile | { readonly reason: string } {
    let reason = "there is no such file";
    for (const base of bases) {
      const location = posix.normalize(posix.join(base, path));
      const found = this.#options.reader.read(location);
      const hash = "reason" in found ? null : found.hash;
      this.#includes.set(location, { path: location, hash });
      if (!("reason" in found)) {
        this.#options.onInclude?.({ written: path, from, base, path: location });
        return { path: location, text: found.text };
      }
      reason = found.reason;
    }
    return { reason };
  }

  #report(offset: number, { rule, message }: Pick<Problem, "rule" | "message">): void {
    this.#reports.push({ offset, rule, message });
  }

  #problems(): Problem[] {
    const find = createLineFinder(this.#edited.source);
    const reports = this.#reports.toSorted((left, right) => left.offset - right.offset);
    return reports.map(({ offset, rule, message }) => {
      const { row, column } = find(offset);
      const place = { file: this.#options.path, line: row + 1, column: column + 1 };
      return { ...place, rule, message, suggestion: null };
    });
  }
}

/** A problem at an offset in the source. */
interface Report extends Pick<Problem, "rule" | "message"> {
  readonly offset: number;
}

/** The file that a text is from. */
interface FilePlace {
  readonly location: string;
  readonly bodyStart: number;
  /** The files that include it, the page first, and itself. */
  readonly through: readonly string[];
  /** Returns where an offset in its text is in the page's source. */
  readonly at: (offset: number) => number;
}
