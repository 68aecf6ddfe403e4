import { DocgateError } from "../../../corpus/error.ts";
import type { Encoding } from "../../http/negotiation.ts";
import type { IsGone, Turns } from "../execute/long-work.ts";
import { type Bytes, isLarge } from "../execute/output.ts";
import { createSemaphore, type Release } from "../execute/semaphore.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";
import { compressParts, createSending, cut, inTurns, type Sending } from "./sending.ts";

/** Limit of all larger answers together that are being sent. */
const MAX_UNSENT_BYTES = 2 ** 26;
/** Memory of an answer that is not held: the docs that it lists, and a few parts. */
const LARGE_BYTES = 2 ** 21;
/** Number of finished answers that wait for capacity. */
const MAX_WAITING = 48;
const WAIT_MS = 30_000;
/** Number of answers that are compressed at once while they are sent. */
const COMPRESSED_AT_ONCE = 4;

export interface SendOptions {
  /** The client's preferred encoding. */
  readonly wanted: Encoding | null;
  readonly isGone: IsGone;
}

/** Limits the memory of all answers together while clients read them. */
export interface Sender {
  /**
   * Opens the body of a longer answer, once there is capacity for it.
   *
   * @returns the body with its encoding: uncompressed if too many answers are being compressed
   * @throws {DocgateError} `busy`, or `client-gone`
   */
  open(
    answer: EncodedAnswer,
    options: SendOptions,
  ): Promise<{ readonly encoding: Encoding | null; readonly body: Sending }>;
}

export interface SenderOptions {
  readonly turns: Turns;
  readonly onError: (error: unknown) => void;
}

export function createSender({ turns, onError }: SenderOptions): Sender {
  const unsent = createSemaphore({
    capacity: MAX_UNSENT_BYTES,
    maxWaiting: MAX_WAITING,
    waitMs: WAIT_MS,
  });
  let compressing = 0;

  async function openBody(
    answer: EncodedAnswer,
    { wanted, release }: { readonly wanted: Encoding | null; readonly release: Release },
  ): ReturnType<Sender["open"]> {
    const { body, size } = answer;
    if (!isLarge(body)) {
      const bytes = wanted === null ? (body as Bytes) : await answer.compress(wanted);
      const sending = createSending(cut(bytes), { length: bytes.length, release, onError });
      return { encoding: wanted, body: sending };
    }
    const parts = inTurns(body.write(), turns);
    if (wanted === null || compressing >= COMPRESSED_AT_ONCE) {
      return { encoding: null, body: createSending(parts, { length: size, release, onError }) };
    }
    compressing++;
    const sending = createSending(compressParts(parts, wanted), {
      length: undefined,
      onError,
      release() {
        compressing--;
        release();
      },
    });
    return { encoding: wanted, body: sending };
  }

  return {
    async open(answer, { wanted, isGone }) {
      const release = await unsent.take(isLarge(answer.body) ? LARGE_BYTES : answer.size);
      try {
        if (isGone()) throw new DocgateError("client-gone", "The client has hung up.");
        return await openBody(answer, { wanted, release });
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
