import { existsSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { DocgateError } from "../../corpus/error.ts";
import { toNfc } from "../../corpus/text/fold.ts";
import { configIn } from "../config/editions.ts";
import { isMarkdown } from "../markdown/is-markdown.ts";
import { isWithin } from "../read/is-within.ts";
import { openTree } from "../refactor/open-tree.ts";
import type { PathMove } from "../refactor/path-moves.ts";
import type { Plan, Refactoring } from "../refactor/plan.ts";
import { planRefactoring } from "../refactor/plan-refactoring.ts";
import { Answers, type PagePlace } from "./answers.ts";
import { readConfig } from "./read-config.ts";
import { Workspace } from "./workspace.ts";
import { workspaceEdit } from "./workspace-edit.ts";

/** Options that an editor may send when it starts the server, as `initializationOptions`. */
interface ClientOptions {
  /** The docs root, relative to the workspace. Default: `content` or `docs` if there is one, else the workspace. */
  readonly docs?: string;
  /** The configuration, relative to the workspace. */
  readonly config?: string;
  /** True if the workspace is trusted, so that its configuration may be run. Default: false. */
  readonly trusted?: boolean;
}

export interface ServerOptions {
  readonly version: string;
  readonly jobs: number;
  /** The folder to work in if the editor names none. */
  readonly folder: string;
}

const CACHE = ".docgate-cache";
const USUAL_ROOTS = ["content", "docs"];

/** Answers an editor over a connection until it ends. */
export function startServer(connection: Connection, options: ServerOptions): void {
  new LanguageServer(connection, options).listen();
}

/** The tree of an editor, with what answers for it. */
interface EditorTree {
  readonly workspace: Workspace;
  readonly answers: Answers;
  readonly root: string;
}

class LanguageServer {
  readonly #connection: Connection;
  readonly #options: ServerOptions;
  readonly #documents = new TextDocuments(TextDocument);
  #folder: string;
  #client: ClientOptions = {};
  #watches = false;
  #loaded: EditorTree | null = null;
  /** Resolves when the tree is read. */
  #loading: Promise<void> = Promise.resolve();

  constructor(connection: Connection, options: ServerOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#folder = options.folder;
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#start());
    this.#documents.onDidChangeContent(({ document }) => this.#changed(document));
    this.#documents.onDidClose(({ document }) => this.#closed(document));
    connection.onDidChangeWatchedFiles(({ changes }) => this.#changedOnDisk(changes));
    connection.onCompletion((at) => this.#ask(at, (answers, place) => answers.completion(place)));
    connection.onDefinition((at) => this.#ask(at, (answers, place) => answers.definition(place)));
    connection.onReferences((at) => this.#ask(at, (answers, place) => answers.references(place)));
    connection.onHover((at) => this.#ask(at, (answers, place) => answers.hover(place)));
    connection.onPrepareRename((at) =>
      this.#ask(at, (answers, place) => answers.headingAt(place)?.range ?? null),
    );
    connection.onRenameRequest(({ newName, ...at }) =>
      this.#ask(at, (answers, place) => this.#renameHeading(answers, { ...place, text: newName })),
    );
    connection.workspace.onWillRenameFiles(({ files }) => this.#renameFiles(files));
    connection.onCodeAction(async ({ textDocument, range }) => {
      const place = await this.#placeOf(textDocument.uri);
      return place?.loaded.answers.quickFixes(place.path, place.document, range);
    });
    this.#documents.listen(connection);
    connection.listen();
  }

  #initialize({
    workspaceFolders,
    rootUri,
    initializationOptions,
    capabilities,
  }: InitializeParams): InitializeResult {
    const uri = workspaceFolders?.[0]?.uri ?? rootUri;
    if (uri) this.#folder = fileURLToPath(uri);
    this.#client = clientOptions(initializationOptions);
    this.#watches = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      serverInfo: { name: "docgate", version: this.#options.version },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        completionProvider: { triggerCharacters: ["(", "#", "/", "["] },
        definitionProvider: true,
        referencesProvider: true,
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: ["quickfix"] },
        renameProvider: { prepareProvider: true },
        workspace: {
          fileOperations: {
            willRename: { filters: [{ scheme: "file", pattern: { glob: "**/*" } }] },
          },
        },
      },
    };
  }

  #start(): void {
    if (this.#watches) {
      const watchers = [{ globPattern: "**/*" }];
      const { type } = DidChangeWatchedFilesNotification;
      void this.#connection.client.register(type, { watchers });
    }
    this.#load();
  }

  /** Reads the tree, after whatever is being read. What was read before stays if that fails. */
  #load(): void {
    this.#loading = this.#loading.then(async () => {
      try {
        this.#loaded = await this.#open();
      } catch (error) {
        if (!(error instanceof DocgateError)) throw error;
        this.#connection.window.showErrorMessage(`docgate: ${error.message}`);
        return;
      }
      for (const document of this.#documents.all()) this.#take(document);
      this.#publish();
    });
  }

  async #open(): Promise<EditorTree> {
    const { docs, config: named, trusted = false } = this.#client;
    const whole = await readConfig({ folder: this.#folder, named, isTrusted: trusted });
    const usual = USUAL_ROOTS.find((name) => existsSync(join(this.#folder, name)));
    const folder = resolve(this.#folder, docs ?? whole.editions[0]?.root ?? usual ?? ".");
    if (!existsSync(folder)) {
      throw new DocgateError("setting", `The docs root "${folder}" does not exist.`);
    }
    const config = configIn(whole, { root: folder, folder: this.#folder });
    const root = realpathSync(folder);
    const cacheDir = join(this.#folder, CACHE);
    const tree = await openTree({ root, config, jobs: this.#options.jobs, cacheDir });
    const workspace = new Workspace(tree);
    return { root, workspace, answers: new Answers(workspace, (path) => this.#uriOf(path, root)) };
  }

  #uriOf(path: string, root: string): string {
    return pathToFileURL(resolve(root, path)).href;
  }

  /** Returns the path of a file from the docs root; null for one that is not below it. */
  #pathOf(uri: string, root: string): string | null {
    if (!uri.startsWith("file:")) return null;
    const location = fileURLToPath(uri);
    const real = existsSync(location) ? realpathSync(location) : location;
    return isWithin(real, root) ? toNfc(relative(root, real).split(sep).join("/")) : null;
  }

  /** Takes the text of an open document. */
  #take(document: TextDocument): void {
    const path = this.#loaded && this.#pathOf(document.uri, this.#loaded.root);
    if (path !== null && isMarkdown(path)) this.#loaded!.workspace.open(path, document.getText());
  }

  #changed(document: TextDocument): void {
    this.#take(document);
    this.#publish();
  }

  #closed({ uri }: TextDocument): void {
    const path = this.#loaded && this.#pathOf(uri, this.#loaded.root);
    if (path !== null) this.#loaded!.workspace.close(path);
    void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
    this.#publish();
  }

  /** Sends the problems of the open documents. */
  #publish(): void {
    if (this.#loaded === null) return;
    const { answers, root } = this.#loaded;
    for (const document of this.#documents.all()) {
      const path = this.#pathOf(document.uri, root);
      if (path === null) continue;
      const diagnostics = answers.diagnostics(path, document);
      void this.#connection.sendDiagnostics({
        uri: document.uri,
        version: document.version,
        diagnostics,
      });
    }
  }

  #changedOnDisk(
    changes: readonly { readonly uri: string; readonly type: FileChangeType }[],
  ): void {
    const loaded = this.#loaded;
    const paths = changes.map(({ uri }) => loaded && this.#pathOf(uri, loaded.root));
    const isKnown = changes.every(({ type }, at) => {
      const path = paths[at];
      return type === FileChangeType.Changed && path && loaded?.workspace.page(path) !== undefined;
    });
    const isOfCache = changes.every(
      ({ uri }) => uri.includes(`/${CACHE}/`) || uri.includes("/.git/"),
    );
    if (isOfCache) return;
    if (!isKnown) {
      this.#load();
      return;
    }
    for (const path of paths) loaded!.workspace.refresh(path!);
    this.#publish();
  }

  async #placeOf(
    uri: string,
  ): Promise<{ loaded: EditorTree; path: string; document: TextDocument } | null> {
    await this.#loading;
    const loaded = this.#loaded;
    const document = this.#documents.get(uri);
    const path = loaded && this.#pathOf(uri, loaded.root);
    return loaded === null || document === undefined || path === null
      ? null
      : { loaded, path, document };
  }

  async #ask<Answer>(
    {
      textDocument,
      position,
    }: {
      readonly textDocument: { readonly uri: string };
      readonly position: { readonly line: number; readonly character: number };
    },
    answer: (answers: Answers, place: PagePlace) => Answer,
  ): Promise<Answer | null> {
    const found = await this.#placeOf(textDocument.uri);
    if (found === null) return null;
    const { loaded, path, document } = found;
    return answer(loaded.answers, { path, document, offset: document.offsetAt(position) });
  }

  #renameHeading(
    answers: Answers,
    { text, ...place }: PagePlace & { readonly text: string },
  ): WorkspaceEdit {
    const heading = answers.headingAt(place);
    if (heading === null) throw refusal("Only a heading can be renamed here.");
    const { path } = place;
    return this.#edit({ kind: "heading", path, anchor: heading.anchor, text });
  }

  async #renameFiles(
    files: readonly { readonly oldUri: string; readonly newUri: string }[],
  ): Promise<WorkspaceEdit | null> {
    await this.#loading;
    const loaded = this.#loaded;
    if (loaded === null) return null;
    const moves = files.flatMap(({ oldUri, newUri }): PathMove[] => {
      const [from, to] = [oldUri, newUri].map((uri) => this.#pathOf(uri, loaded.root));
      return from && to ? [{ from, to }] : [];
    });
    return moves.length === 0 ? null : this.#edit({ kind: "paths", moves });
  }

  /** Returns the changes of a refactoring. @throws what the editor shows if a place cannot be written */
  #edit(refactoring: Refactoring): WorkspaceEdit {
    const { workspace, root } = this.#loaded!;
    const plan = this.#plan(workspace, refactoring);
    const [obstacle] = plan.obstacles;
    if (obstacle !== undefined) {
      const { file, line, message } = obstacle;
      throw refusal(`${file}:${line}: ${message}.`);
    }
    return workspaceEdit(plan, (path) => this.#uriOf(path, root));
  }

  #plan(workspace: Workspace, refactoring: Refactoring): Plan {
    try {
      return planRefactoring(workspace.tree, refactoring);
    } catch (error) {
      if (!(error instanceof DocgateError)) throw error;
      throw refusal(error.message);
    }
  }
}

function refusal(message: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}

/** Reads what the editor sent; what is not of the right type is left out. */
function clientOptions(value: unknown): ClientOptions {
  if (typeof value !== "object" || value === null) return {};
  const { docs, config, trusted } = value as Record<string, unknown>;
  return {
    ...(typeof docs === "string" && { docs }),
    ...(typeof config === "string" && { config }),
    trusted: trusted === true,
  };
}
