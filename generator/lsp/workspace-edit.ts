import type { TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { ChangedText, Plan } from "../refactor/plan.ts";
import { documentOf } from "./answers.ts";

/**
 * Returns the changes of texts that a plan makes, for the editor to make. The editor moves files itself,
 * after these changes.
 *
 * @param uriOf returns the address of a file by its path from the docs root
 */
export function workspaceEdit({ texts }: Plan, uriOf: (path: string) => string): WorkspaceEdit {
  return {
    documentChanges: texts.flatMap((text): NonNullable<WorkspaceEdit["documentChanges"]> => {
      const uri = uriOf(text.path);
      if (text.after === null) return [{ kind: "delete" as const, uri }];
      if (text.before === null) return [{ kind: "create" as const, uri }, editOf(uri, text)];
      return [editOf(uri, text)];
    }),
  };
}

function editOf(uri: string, { before, after, edits }: ChangedText): TextDocumentEdit {
  const old = before ?? "";
  const document = documentOf(old);
  const offset = old.startsWith("\ufeff") ? 1 : 0;
  const whole = [{ range: [0, old.length - offset] as const, text: after ?? "" }];
  return {
    textDocument: { uri, version: null },
    edits: (edits ?? whole).map(({ range: [start, end], text }) => ({
      range: {
        start: document.positionAt(start + offset),
        end: document.positionAt(end + offset),
      },
      newText: text,
    })),
  };
}
