import { DocgateError, describeError, hasCode } from "../../corpus/error.ts";
import type { Corpus } from "../../corpus/open/corpus.ts";
import { signatureFileOf } from "../../corpus/signature/read-signatures.ts";
import type { SignedStatement } from "../../corpus/signature/verify.ts";
import { CorpusDownload } from "./corpus-download.ts";
import { createDocs, type Docs } from "./execute/queries.ts";
import { readStamp } from "./file-stamp.ts";
import { openServed, type ServedFile, type Trust } from "./open-served.ts";
import { SnapshotHistory } from "./snapshots/history.ts";

const POLL_MS = 50;
/**
 * Looks without a further change, one second in all, before a signed corpus is loaded: the file and
 * its signature are replaced one after the other.
 */
const SETTLED_LOOKS = 20;

export const RELOAD_OUTCOMES = [
  /** An intact replacement is served from now on. */
  "taken",
  /** The replacement is damaged or not signed by a trusted key; the loaded corpus stays in use. */
  "refused",
  /** The file no longer exists; the loaded corpus stays in use. */
  "gone",
] as const;

export type ReloadOutcome = (typeof RELOAD_OUTCOMES)[number];

/** A change of the corpus file. */
export interface Reload {
  readonly outcome: ReloadOutcome;
  /** True if an operator should look at it. */
  readonly isSuspect: boolean;
  /** One line for the log. */
  readonly message: string;
}

/** The corpus that is served, as an operator sees it. */
export interface CorpusState {
  /** Null if no key is required. */
  readonly signed: SignedStatement | null;
  /** The last change of the file, if it was refused or the file is gone. */
  readonly refusal: string | null;
}

export interface CorpusSourceOptions {
  readonly file: string;
  /** The corpus must be signed with one of these keys. Default: any corpus is served. */
  readonly trust?: Trust | null;
  /** Keeps the states that were served. Default: in memory. */
  readonly history?: SnapshotHistory | undefined;
  /** The edition that the file must have. Default: any public one, or none. */
  readonly edition?: string | null;
}

/** @internal */
export interface PermittedOptions extends CorpusSourceOptions {
  /**
   * Called with each corpus before it is served.
   *
   * @throws {DocgateError} if it must not be
   */
  readonly permit: (corpus: Corpus) => void;
}

/** The corpus that is served, and the watch over its file. */
export interface CorpusSource {
  /** The docs in use now. A request keeps the ones that it started with. */
  current(): Docs;
  /** The file of the docs in use now; null if its bytes cannot be read again. */
  download(): CorpusDownload | null;
  /** Who signed it, and why a later file is not served. */
  state(): CorpusState;
  /** Follows the file: loads an intact replacement; logs a damaged one and keeps the old corpus. */
  follow(onReload: (reload: Reload) => void): void;
  close(): void;
}

/**
 * Loads the corpus to serve.
 *
 * @throws {DocgateError} if the file is not an intact corpus, or not signed by a trusted key; its
 *   code says why
 *
 * @example
 * import { openCorpusSource } from "docgate/runtime";
 *
 * const source = await openCorpusSource({ file: "dist/corpus.json" });
 * source.follow(({ message }) => console.log(message));
 * console.log(source.current().meta().docCount);
 * source.close();
 */
export function openCorpusSource(options: CorpusSourceOptions): Promise<CorpusSource> {
  return openPermitted({ permit: () => {}, ...options });
}

/**
 * Loads a corpus as {@link openCorpusSource} does, if it may be served.
 *
 * @throws {DocgateError} as `openCorpusSource`, and what `permit` throws
 *
 * @internal
 */
export async function openPermitted(options: PermittedOptions): Promise<CorpusSource> {
  const { file, trust = null, edition = null, history = new SnapshotHistory(), permit } = options;
  const stamp = await readStamp(filesOf(file, trust));
  const fileStamp = await readStamp([file]);
  const served = await openServed(file, { trust, edition }).catch((error) => {
    throw withRemedy(error, file);
  });
  permit(served.corpus);
  const download = await CorpusDownload.open(file, {
    sha256: served.corpus.sha256,
    stamp: fileStamp,
  });
  const known = served.corpus.meta.edition?.name ?? null;
  const parts = { stamp, served, download };
  return new FollowedCorpus({ file, trust, history, edition: edition ?? known, permit }, parts);
}

/** The files whose changes matter. */
function filesOf(file: string, trust: Trust | null): string[] {
  return trust === null ? [file] : [file, signatureFileOf(file)];
}

interface LoadedCorpus {
  readonly stamp: string;
  readonly served: ServedFile;
  readonly download: CorpusDownload | null;
}

interface FollowOptions {
  readonly file: string;
  readonly trust: Trust | null;
  readonly edition: string | null;
  readonly permit: PermittedOptions["permit"];
  readonly history: SnapshotHistory;
}

class FollowedCorpus implements CorpusSource {
  readonly #options: FollowOptions;
  #served: ServedFile;
  #download: CorpusDownload | null;
  #docs: Docs;
  #refusal: string | null = null;
  /** State of the files when they were loaded or refused. */
  #checked: string;
  /** State of the files at the last look, and the number of looks since it changed. */
  #seen: string;
  #looks = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: FollowOptions, { stamp, served, download }: LoadedCorpus) {
    this.#options = options;
    this.#served = served;
    this.#download = download;
    this.#docs = createDocs(served.corpus, options.history);
    this.#checked = stamp;
    this.#seen = stamp;
  }

  readonly current = (): Docs => this.#docs;

  readonly download = (): CorpusDownload | null => this.#download;

  readonly state = (): CorpusState => ({ signed: this.#served.signed, refusal: this.#refusal });

  follow(onReload: (reload: Reload) => void): void {
    this.#timer = setTimeout(async () => {
      const reload = (await this.#hasChanged()) ? await this.#load() : null;
      if (reload !== null) onReload(reload);
      if (!this.#isClosed) this.follow(onReload);
    }, POLL_MS);
    this.#timer.unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#download?.close();
    this.#download = null;
  }

  /** Returns true once after each change of the files. */
  async #hasChanged(): Promise<boolean> {
    const { file, trust } = this.#options;
    const stamp = await readStamp(filesOf(file, trust));
    this.#looks = stamp === this.#seen ? this.#looks + 1 : 0;
    this.#seen = stamp;
    if (stamp === this.#checked || (trust !== null && this.#looks < SETTLED_LOOKS)) return false;
    this.#checked = stamp;
    return true;
  }

  /** @returns null if the file has the corpus that is served */
  async #load(): Promise<Reload | null> {
    const { file, trust, edition, permit } = this.#options;
    try {
      const stamp = await readStamp([file]);
      const next = await openServed(file, { trust, edition, previous: this.#served });
      permit(next.corpus);
      const { sha256 } = next.corpus;
      this.#switchDownload(await CorpusDownload.open(file, { sha256, stamp }));
      this.#refusal = null;
      if (next.corpus.sha256 !== this.#served.corpus.sha256) return this.#take(next);
      this.#served = { ...this.#served, signed: next.signed };
      return null;
    } catch (error) {
      const isGone = isMissing(error);
      const message = isGone
        ? `Corpus "${file}" is gone; the loaded one is kept.`
        : `${describeError(error)} The loaded one is kept.`;
      this.#refusal = message;
      return { outcome: isGone ? "gone" : "refused", isSuspect: true, message };
    }
  }

  /** Also for a file with the same corpus: the old one may have been written to. */
  #switchDownload(download: CorpusDownload | null): void {
    this.#download?.close();
    this.#download = download;
    if (this.#isClosed) this.close();
  }

  #take(next: ServedFile): Reload {
    const { history } = this.#options;
    const before = this.#docs.meta().docCount;
    void history.record(this.#served.corpus);
    if (history.isLasting) void history.record(next.corpus);
    this.#served = next;
    this.#docs = createDocs(next.corpus, history);
    const now = this.#docs.meta().docCount;
    const isSuspect = now < before / 2;
    const loss = isSuspect ? ` It had ${before} before: check that nothing is missing.` : "";
    const by = next.signed === null ? "" : `, signed by ${next.signed.signers.join(", ")}`;
    const message = `Corpus "${this.#options.file}" was replaced: ${now} docs, ${this.#docs.version}${by}.${loss}`;
    return { outcome: "taken", isSuspect, message };
  }
}

/** Adds how to get a corpus to the error for a missing file. */
export function withRemedy(error: unknown, file: string): unknown {
  if (!isMissing(error)) return error;
  return new DocgateError(
    error.code,
    `There is no corpus at "${file}". Run "docgate generate" first, or name the file with --corpus.`,
    { cause: error },
  );
}

/** Returns true for the error for a corpus file that does not exist. */
function isMissing(error: unknown): error is DocgateError {
  return (
    hasCode(error, "corpus-unreadable") && (error.cause as NodeJS.ErrnoException).code === "ENOENT"
  );
}
