import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createCompressor } from "../../http/compress.ts";
import type { Encoding } from "../../http/negotiation.ts";
import type { Turns } from "../execute/long-work.ts";
import type { Bytes } from "../execute/output.ts";
import type { Release } from "../execute/semaphore.ts";

/** Size of the parts of an answer that is held in memory. */
const PART_BYTES = 2 ** 17;

/** A client that takes no part of an answer within this time is disconnected. */
const STALL_MS = 20_000;

/** A body that is sent in parts, no faster than the client reads. */
export interface Sending {
  /** Length in bytes; undefined if it is not known in advance. */
  readonly length: number | undefined;
  /** Call it when the client has read most of the previous parts. @returns null at the end */
  next(): Promise<Bytes | null>;
  /** Releases the rest. Call it at the end, too. */
  end(): void;
  /** Sets the function to call when the client is too slow. */
  onStall(stop: () => void): void;
}

export interface SendingOptions {
  readonly length: number | undefined;
  /** Called once, at the end. */
  readonly release: Release;
  /** Called if a part cannot be created: the answer can no longer report the error. */
  readonly onError: (error: unknown) => void;
}

export function createSending(
  parts: AsyncGenerator<Bytes, void>,
  { length, release, onError }: SendingOptions,
): Sending {
  let stop = () => {};
  let timer = setTimeout(stall, STALL_MS).unref();
  let hasEnded = false;

  function stall(): void {
    end();
    stop();
  }

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    release();
    void parts.return();
  }

  return {
    length,
    end,
    onStall(it) {
      stop = it;
    },
    async next() {
      clearTimeout(timer);
      try {
        const { done, value } = await parts.next();
        if (done) end();
        if (done || hasEnded) return null;
        timer = setTimeout(stall, STALL_MS).unref();
        return value;
      } catch (error) {
        end();
        onError(error);
        throw error;
      }
    },
  };
}

/** Splits bytes that are held in memory. */
export async function* cut(body: Bytes): AsyncGenerator<Bytes, void> {
  for (let start = 0; start < body.length; start += PART_BYTES) {
    yield body.subarray(start, start + PART_BYTES);
  }
}

/** Writes parts in turns, so that other requests are answered in between. */
export async function* inTurns(
  parts: Generator<Bytes, void>,
  turns: Turns,
): AsyncGenerator<Bytes, void> {
  const advance = () => turns.advance(writeNext(parts)).last.value;
  for (let part = await turns.later(advance); part; part = await turns.later(advance)) yield part;
}

/** Writes the next part as work of a single step. */
// biome-ignore lint/correctness/useYield: turns measure generators.
function* writeNext(parts: Generator<Bytes, void>): Generator<never, Bytes | null> {
  const { done, value } = parts.next();
  return done ? null : value!;
}

export async function* compressParts(
  parts: AsyncGenerator<Bytes, void>,
  encoding: Encoding,
): AsyncGenerator<Bytes, void> {
  const compressor = createCompressor(encoding);
  // Its failure is that of the parts, which the compressor reports too.
  void pipeline(Readable.from(parts, { objectMode: false }), compressor).catch(() => {});
  for await (const part of compressor) yield part as Bytes;
}
