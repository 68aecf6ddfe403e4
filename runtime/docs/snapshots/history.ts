import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import { type Snapshot, takeSnapshot } from "../../../corpus/sections/snapshot.ts";
import { replaceFile } from "../../../corpus/write/replace-file.ts";

/** Number of earlier states that are kept, and of bytes in all, compressed. */
const MAX_STATES = 20;
const MAX_BYTES = 64 * 2 ** 20;
const FILE = /^(?<number>\d{10})-(?<sha256>[0-9a-f]{64})\.json\.gz$/;

export interface HistoryOptions {
  /** Folder of the snapshots, made with the first one. Default: they are kept in memory. */
  readonly folder?: string | undefined;
  /** Called if a snapshot cannot be written or removed; it is then kept in memory. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A kept snapshot: compressed, or a file with it. */
interface Entry {
  readonly sha256: string;
  readonly size: number;
  readonly data: Buffer | string;
}

/** Snapshots of the states of a corpus, the oldest first. */
export class SnapshotHistory {
  readonly #options: HistoryOptions;
  readonly #entries: Entry[];
  /** Corpora whose snapshots are not kept yet. */
  readonly #pending = new Map<string, Corpus>();
  #last: Snapshot | null = null;
  #next = 1;
  #recording: Promise<void> = Promise.resolve();

  /** @throws the error of the file system if the folder cannot be read */
  constructor(options: HistoryOptions = {}) {
    this.#options = options;
    this.#entries = options.folder === undefined ? [] : this.#readFolder(options.folder);
  }

  #readFolder(folder: string): Entry[] {
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .sort()
      .flatMap((name) => {
        const { number, sha256 } = FILE.exec(name)?.groups ?? {};
        if (sha256 === undefined) return [];
        this.#next = Number(number) + 1;
        const data = join(folder, name);
        return [{ sha256, size: statSync(data).size, data }];
      });
  }

  /** True if snapshots outlast this process, so that one of each state is worth taking at once. */
  get isLasting(): boolean {
    return this.#options.folder !== undefined;
  }

  /** `sha256` of the oldest state that is known; null if there is none. */
  get oldest(): string | null {
    return this.#entries[0]?.sha256 ?? this.#pending.keys().next().value ?? null;
  }

  /** Keeps a snapshot of a corpus, which is taken while requests are answered. */
  record(corpus: Corpus): Promise<void> {
    const { sha256 } = corpus;
    if (this.#pending.has(sha256) || this.#entries.at(-1)?.sha256 === sha256)
      return this.#recording;
    this.#pending.set(sha256, corpus);
    this.#recording = this.#recording.then(async () => {
      await this.#keep(await takeInTurns(corpus));
      this.#pending.delete(sha256);
    });
    return this.#recording;
  }

  async #keep(snapshot: Snapshot): Promise<void> {
    const { sha256 } = snapshot;
    const bytes = await promisify(gzip)(JSON.stringify(snapshot));
    const before = this.#entries.findIndex((kept) => kept.sha256 === sha256);
    if (before >= 0) await this.#drop(this.#entries.splice(before, 1)[0]!);
    this.#entries.push({ sha256, size: bytes.length, data: await this.#write(sha256, bytes) });
    let size = this.#entries.reduce((sum, kept) => sum + kept.size, 0);
    while (this.#entries.length > MAX_STATES || size > MAX_BYTES) {
      const oldest = this.#entries.shift()!;
      size -= oldest.size;
      await this.#drop(oldest);
    }
  }

  async #write(sha256: string, bytes: Buffer): Promise<Buffer | string> {
    const { folder, onError } = this.#options;
    if (folder === undefined) return bytes;
    const number = String(this.#next++).padStart(10, "0");
    const file = join(folder, `${number}-${sha256}.json.gz`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await replaceFile(file, bytes);
      return file;
    } catch (error) {
      onError?.(error);
      return bytes;
    }
  }

  async #drop({ data }: Entry): Promise<void> {
    if (typeof data === "string") await rm(data, { force: true });
  }

  /** Finds the snapshot of a state, in steps; null if it is not known. */
  *find(sha256: string): Generator<undefined, Snapshot | null> {
    const pending = this.#pending.get(sha256);
    if (pending) return yield* takeSnapshot(pending);
    const kept = this.#entries.find((one) => one.sha256 === sha256);
    if (kept === undefined) return null;
    if (typeof kept.data === "string" && !existsSync(kept.data)) return null;
    // The clients of a mirror mostly know the same state.
    if (this.#last?.sha256 !== sha256) {
      const bytes = typeof kept.data === "string" ? readFileSync(kept.data) : kept.data;
      this.#last = JSON.parse(gunzipSync(bytes).toString()) as Snapshot;
    }
    return this.#last;
  }
}

/** Takes a snapshot, with requests answered after each page. */
async function takeInTurns(corpus: Corpus): Promise<Snapshot> {
  const steps = takeSnapshot(corpus);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}
