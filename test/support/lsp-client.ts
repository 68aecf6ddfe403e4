import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import {
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { applyFixes } from "../../generator/fix/apply-fixes.ts";
import { documentOf } from "../../generator/lsp/answers.ts";
import { startServer } from "../../generator/lsp/server.ts";

interface PublishedDiagnostics {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** An editor that talks to a language server over streams, in messages of the protocol. */
export class LspClient {
  readonly connection: ProtocolConnection;
  readonly folder: string;
  /** Messages that the server showed. */
  readonly shown: string[] = [];
  #diagnostics: PublishedDiagnostics[] = [];
  #wake: () => void = () => undefined;

  constructor(folder: string) {
    const [up, down] = [new PassThrough(), new PassThrough()];
    this.folder = folder;
    startServer(createConnection(new StreamMessageReader(up), new StreamMessageWriter(down)), {
      version: "0.0.0",
      jobs: 1,
      folder,
    });
    this.connection = createProtocolConnection(
      new StreamMessageReader(down),
      new StreamMessageWriter(up),
    );
    this.connection.onNotification("window/showMessage", ({ message }) => {
      this.shown.push(message);
    });
    this.connection.onRequest("window/showMessageRequest", ({ message }) => {
      this.shown.push(message);
      this.#wake();
      return null;
    });
    this.connection.onNotification("textDocument/publishDiagnostics", (published) => {
      this.#diagnostics.push(published);
      this.#wake();
    });
    this.connection.listen();
    onTestFinished(() => this.connection.dispose());
  }

  async start(initializationOptions: object = {}): Promise<Record<string, unknown>> {
    const { capabilities } = await this.connection.sendRequest<{
      capabilities: Record<string, unknown>;
    }>("initialize", {
      processId: null,
      rootUri: pathToFileURL(this.folder).href,
      capabilities: {},
      initializationOptions,
    });
    await this.connection.sendNotification("initialized", {});
    return capabilities;
  }

  uriOf(path: string): string {
    return pathToFileURL(join(this.folder, path)).href;
  }

  async open(path: string, text: string): Promise<void> {
    const textDocument = { uri: this.uriOf(path), languageId: "markdown", version: 1, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument });
  }

  async change(
    path: string,
    { version, text }: { readonly version: number; readonly text: string },
  ): Promise<void> {
    const textDocument = { uri: this.uriOf(path), version };
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument,
      contentChanges: [{ text }],
    });
  }

  /** Sends a request about the place of a text in an open file. */
  ask<Answer>(
    method: string,
    {
      path,
      text,
      at,
      ...more
    }: { readonly path: string; readonly text: string; readonly at: string } & Record<
      string,
      unknown
    >,
  ): Promise<Answer> {
    const position = documentOf(text).positionAt(text.indexOf(at) + at.length);
    return this.connection.sendRequest(method, {
      textDocument: { uri: this.uriOf(path) },
      position,
      ...more,
    });
  }

  /** Waits until the problems of a file are as expected: `line:column rule`. */
  async problems(
    path: string,
    isExpected: (problems: readonly string[]) => boolean,
  ): Promise<readonly string[]> {
    for (;;) {
      const last = this.#diagnostics.findLast(({ uri }) => uri === this.uriOf(path));
      const problems = last?.diagnostics.map(
        ({ range: { start }, code }) => `${start.line + 1}:${start.character + 1} ${code}`,
      );
      if (problems !== undefined && isExpected(problems)) return problems;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Waits for a message. */
  async message(): Promise<string> {
    while (this.shown.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.shown[0]!;
  }

  /** Returns the new text of each file that an edit changes, by its path. */
  apply(
    edit: WorkspaceEdit | null,
    texts: Readonly<Record<string, string>>,
  ): Record<string, string> {
    const changed: Record<string, string> = {};
    for (const change of edit?.documentChanges ?? []) {
      if (!("textDocument" in change)) continue;
      const path = Object.keys(texts).find((each) => this.uriOf(each) === change.textDocument.uri);
      const name = path ?? change.textDocument.uri.slice(this.uriOf("").length).replace(/^\//, "");
      changed[name] = applyEdits(texts[name] ?? "", change.edits as TextEdit[]);
    }
    return changed;
  }
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const document = documentOf(text);
  const fixes = edits.map(({ range, newText }) => ({
    range: [document.offsetAt(range.start), document.offsetAt(range.end)] as const,
    text: newText,
  }));
  return applyFixes(text, fixes);
}
