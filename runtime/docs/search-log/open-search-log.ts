import { createHmac } from "node:crypto";
import { hasCode } from "../../../corpus/error.ts";
import { readSearchLog, writeSearchLog } from "./log-file.ts";
import { type SearchCount, SearchCounts } from "./search-counts.ts";

const WRITE_EVERY_MS = 60_000;

export interface SearchLogOptions {
  readonly now: () => number;
  /** Random bytes that nothing else knows: networks have names in memory that cannot be traced back. */
  readonly key: Uint8Array;
  /** Called if the file cannot be written; it is tried again later. */
  readonly onError: (error: unknown) => void;
}

/** Searches that did not help, counted in memory and kept in a file. */
export interface SearchLog {
  add: SearchCounts["add"];
  open: SearchCounts["open"];
  counts(): SearchCount[];
  /** Writes the file for the last time. */
  close(): Promise<void>;
}

/**
 * Opens the log of searches that did not help, and writes its file each minute.
 *
 * @throws {DocgateError} `file` if the file is there but cannot be used
 */
export async function openSearchLog(
  file: string,
  { now, key, onError }: SearchLogOptions,
): Promise<SearchLog> {
  const searches = new SearchCounts({ counts: await readIfAny(file), now });
  const hidden = (network: string): string =>
    createHmac("sha256", key).update(network).digest("base64url");
  let writing = Promise.resolve();
  const write = (): Promise<void> => {
    writing = writing.then(() => writeSearchLog(file, searches.counts())).catch(onError);
    return writing;
  };
  // A file that cannot be written is better known at the start.
  await writeSearchLog(file, searches.counts());
  const timer = setInterval(write, WRITE_EVERY_MS).unref();
  return {
    add: (search) => searches.add({ ...search, network: hidden(search.network) }),
    open: (search) => searches.open({ ...search, network: hidden(search.network) }),
    counts: () => searches.counts(),
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

async function readIfAny(file: string): Promise<SearchCount[]> {
  try {
    return await readSearchLog(file);
  } catch (error) {
    const { cause } = error as Error;
    if (hasCode(error, "file") && (cause as NodeJS.ErrnoException)?.code === "ENOENT") return [];
    throw error;
  }
}
