import { chooseEncoding, type Encoding } from "../../http/negotiation.ts";
import { rememberChoice } from "../../http/remember-choice.ts";
import type { Bytes } from "../execute/output.ts";
import type { EncodedAnswer } from "./encoded-answer.ts";
import type { Client, Reply, Replying } from "./reply.ts";
import { createSender, type SenderOptions } from "./sender.ts";

export interface ReplyOptions extends Client {
  /** Creates the head of the answer in an encoding. */
  readonly headIn: (encoding: Encoding | null) => Pick<Reply, "status" | "headers">;
  /** Converts an error that prevents the answer from being sent, or throws it. */
  readonly refuseFor: (error: unknown) => Reply;
}

/** Sends answers in the encoding that a client prefers, and no faster than it reads. */
export type Replier = (answer: EncodedAnswer, options: ReplyOptions) => Replying;

export function createReplier(options: SenderOptions): Replier {
  const sender = createSender(options);
  const encodingFor = rememberChoice(chooseEncoding);

  return (answer, { header, headIn, isGone, refuseFor }) => {
    const wanted = answer.isCompressible ? encodingFor(header("accept-encoding") ?? "") : null;
    const head = headIn(wanted);
    if (head.status === 304) return { ...head, body: null };
    if (answer.isSentInParts) {
      return sender
        .open(answer, { wanted, isGone })
        .then(({ encoding, body }) => ({ ...headIn(encoding), body }), refuseFor);
    }
    const body = wanted === null ? (answer.body as string | Bytes) : answer.compress(wanted);
    return body instanceof Promise
      ? body.then((bytes) => ({ ...head, body: bytes }))
      : { ...head, body };
  };
}
