import { posix } from "node:path";
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type Diagnostic,
  DiagnosticSeverity,
  type Hover,
  type Location,
  type Range,
  TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { foldCase } from "../../corpus/text/fold.ts";
import { encodePath } from "../../corpus/text/slug.ts";
import type { JudgedProblem } from "../config/judge.ts";
import { decode } from "../markdown/decode.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { rangeOfHeading } from "../refactor/heading.ts";
import type { LinkPlace, Workspace } from "./workspace.ts";

/** A place in a page. */
export interface PagePlace {
  readonly path: string;
  readonly document: TextDocument;
  readonly offset: number;
}

/** Answers what an editor asks about a workspace. Addresses of files are those of the editor. */
export class Answers {
  readonly #workspace: Workspace;
  readonly #uriOf: (path: string) => string;

  constructor(workspace: Workspace, uriOf: (path: string) => string) {
    this.#workspace = workspace;
    this.#uriOf = uriOf;
  }

  /** Returns the problems of a page as an editor shows them. */
  diagnostics(path: string, document: TextDocument): Diagnostic[] {
    return this.#workspace.problemsOf(path).map((problem) => ({
      range: rangeOfProblem(problem, document),
      severity:
        problem.severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
      code: problem.rule,
      source: "docgate",
      message: problem.message,
    }));
  }

  /** Returns corrections for the problems in a range. */
  quickFixes(path: string, document: TextDocument, range: Range): CodeAction[] {
    const uri = this.#uriOf(path);
    return this.#workspace.problemsOf(path).flatMap((problem): CodeAction[] => {
      const place = rangeOfProblem(problem, document);
      const isHere = place.start.line <= range.end.line && place.end.line >= range.start.line;
      const edit = isHere ? this.#editOf(problem, { path, document }) : null;
      if (edit === null) return [];
      return [
        {
          title: `Replace with "${edit.newText}"`,
          kind: CodeActionKind.QuickFix,
          isPreferred: problem.fix !== undefined,
          edit: { changes: { [uri]: [edit] } },
        },
      ];
    });
  }

  #editOf(
    { fix, suggestion, line, column }: JudgedProblem,
    { path, document }: { readonly path: string; readonly document: TextDocument },
  ): TextEdit | null {
    if (fix !== undefined) return TextEdit.replace(rangeOf(fix.range, document), fix.text);
    const links = [...this.#linksOf(path), ...(this.#workspace.page(path)?.images ?? [])];
    const link = links.find((each) => each.line === line && each.column === column);
    if (suggestion === null || link?.range === undefined) return null;
    const text = suggestion.startsWith("#")
      ? link.target.replace(/#.*$/s, "") + suggestion
      : suggestion;
    return TextEdit.replace(rangeOf(link.range, document), text);
  }

  #linksOf(path: string): ParsedFile["links"] {
    return this.#workspace.page(path)?.links ?? [];
  }

  /** Returns the link whose destination is at a place. */
  linkAt({ path, offset }: PagePlace): LinkPlace | null {
    const link = this.#linksOf(path).find(
      ({ range }) => range !== undefined && range[0] <= offset && offset <= range[1],
    );
    return link === undefined ? null : { path, link };
  }

  /** Returns the heading at a place. */
  headingAt({
    path,
    document,
    offset,
  }: PagePlace): { anchor: string; text: string; range: Range } | null {
    const page = this.#workspace.page(path);
    if (page === undefined) return null;
    const { line } = document.positionAt(offset);
    for (const [place, { anchor, text }] of page.headings.entries()) {
      const range = rangeOfHeading(page, { source: document.getText(), place });
      if (range !== null && document.positionAt(range[0]).line === line) {
        return { anchor, text, range: rangeOf(range, document) };
      }
    }
    return null;
  }

  definition(place: PagePlace): Location | null {
    const link = this.linkAt(place);
    const target = link && this.#workspace.targetOf(link);
    if (!target) return null;
    const { page, fragment } = target;
    return { uri: this.#uriOf(page.path), range: this.#rangeIn(page, fragment) };
  }

  /** Returns where a heading is; the beginning of the page for any other fragment. */
  #rangeIn(page: ParsedFile, fragment: string | null): Range {
    const start = { line: 0, character: 0 };
    const place = page.headings.findIndex(({ anchor }) => anchor === fragment);
    const source = place < 0 ? null : this.#workspace.textOf(page.path);
    const range = source === null ? null : rangeOfHeading(page, { source, place });
    return range === null ? { start, end: start } : rangeOf(range, documentOf(source!));
  }

  references(place: PagePlace): Location[] {
    const link = this.linkAt(place);
    const target = link && this.#workspace.targetOf(link);
    const heading = this.headingAt(place);
    const isTitle =
      heading !== null && heading.anchor === this.#workspace.page(place.path)?.headings[0]?.anchor;
    const [path, fragment] = target
      ? [target.page.path, target.fragment || null]
      : [place.path, heading === null || isTitle ? null : heading.anchor];
    return this.#workspace.linksTo(path, fragment).map((each) => this.#locationOf(each));
  }

  #locationOf({ path, link }: LinkPlace): Location {
    const document = documentOf(this.#workspace.textOf(path) ?? "");
    const start = { line: link.line - 1, character: link.column - 1 };
    const range = link.range === undefined ? { start, end: start } : rangeOf(link.range, document);
    return { uri: this.#uriOf(path), range };
  }

  /** Shows the title and the first lines of the page or part that a link leads to. */
  hover(place: PagePlace): Hover | null {
    const link = this.linkAt(place);
    const target = link && this.#workspace.targetOf(link);
    if (!target) return null;
    const { page, fragment } = target;
    const body = decode(page.body);
    const heading = page.headings.find(({ anchor }) => anchor === fragment);
    const from = heading?.start ?? page.marks.titleEnd;
    const lines = body
      .slice(from)
      .split(/\r\n|\r|\n/)
      .filter((line) => line.trim() !== "");
    const value = `**${page.title}** \`${page.path}\`\n\n${lines.slice(0, HOVER_LINES).join("\n\n")}`;
    return {
      contents: { kind: "markdown", value },
      range: rangeOf(link.link.range!, place.document),
    };
  }

  /** Completes the destination of a link: pages, and after `#` the anchors of one. */
  completion({ path, document, offset }: PagePlace): CompletionList {
    const before = document.getText().slice(Math.max(0, offset - MAX_DESTINATION), offset);
    const [, opening = "", written = ""] = DESTINATION.exec(before) ?? [];
    if (opening === "") return { isIncomplete: false, items: [] };
    const kind = opening === "[[" ? "wiki" : "url";
    const hash = written.indexOf("#");
    return hash < 0
      ? this.#pages(written, { path, document, offset, kind })
      : this.#anchors(written.slice(0, hash), {
          path,
          document,
          offset,
          kind,
          typed: written.slice(hash + 1),
        });
  }

  #pages(
    typed: string,
    { path, document, offset, kind }: PagePlace & { readonly kind: "url" | "wiki" },
  ): CompletionList {
    const wanted = foldCase(typed.replace(/^(?:\.{0,2}\/)+/, ""));
    const range = rangeOf([offset - typed.length, offset], document);
    const found = this.#workspace.files.filter(({ path: each, title }) => {
      return foldCase(each).includes(wanted) || foldCase(title).includes(wanted);
    });
    const items = found.slice(0, MAX_ITEMS).map((page): CompletionItem => {
      const text =
        kind === "wiki" ? page.path.replace(/\.\w+$/, "") : relativeTo(path, { page, typed });
      return {
        label: text,
        kind: CompletionItemKind.File,
        detail: page.title,
        filterText: typed + page.path,
        textEdit: TextEdit.replace(range, text),
      };
    });
    return { isIncomplete: found.length > MAX_ITEMS, items };
  }

  #anchors(
    target: string,
    {
      path,
      document,
      offset,
      kind,
      typed,
    }: PagePlace & { readonly kind: "url" | "wiki"; readonly typed: string },
  ): CompletionList {
    const link = { kind, target, line: 1, column: 1 };
    const page =
      target === "" ? this.#workspace.page(path) : this.#workspace.targetOf({ path, link })?.page;
    const range = rangeOf([offset - typed.length, offset], document);
    const items = (page?.headings ?? []).map(({ anchor, text }): CompletionItem => {
      const label = kind === "wiki" ? text : anchor;
      return {
        label,
        kind: CompletionItemKind.Reference,
        detail: text,
        textEdit: TextEdit.replace(range, label),
      };
    });
    return { isIncomplete: false, items };
  }
}

/** The beginning of a destination, up to the cursor. */
const DESTINATION =
  /(\]\([ \t]*<?|^[ \t]*\[[^\]\r\n]+\]:[ \t]*<?|\bhref=["']|\[\[)([^\s()<>"'[\]|]*)$/m;
/** How far before the cursor a destination may begin. */
const MAX_DESTINATION = 1000;
const MAX_ITEMS = 200;
const HOVER_LINES = 6;

function relativeTo(
  from: string,
  { page, typed }: { readonly page: ParsedFile; readonly typed: string },
): string {
  const path = encodePath(posix.relative(posix.dirname(from), page.path));
  return typed.startsWith("./") && !path.startsWith("../") ? `./${path}` : path;
}

function rangeOf(range: readonly [number, number], document: TextDocument): Range {
  return { start: document.positionAt(range[0]), end: document.positionAt(range[1]) };
}

export function documentOf(text: string): TextDocument {
  return TextDocument.create("", "markdown", 0, text);
}

/** Returns the range of a problem; if its end is not known, the rest of the word. */
function rangeOfProblem({ line, column, end }: JudgedProblem, document: TextDocument): Range {
  const start = { line: line - 1, character: column - 1 };
  if (end !== undefined) return { start, end: { line: end.line - 1, character: end.column - 1 } };
  const offset = document.offsetAt(start);
  const word = /^[^\s\r\n]*/.exec(document.getText().slice(offset, offset + MAX_DESTINATION))![0];
  return { start, end: document.positionAt(offset + word.length) };
}
