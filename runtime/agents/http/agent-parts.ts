import type { HonoRequest } from "hono";
import type { Doc } from "../../../corpus/schema.ts";
import { createTurns } from "../../docs/execute/long-work.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { Answers, type AnswersOptions } from "./answers.ts";
import { createPreference, type Preference } from "./preference.ts";
import { type AnswerReplier, createAnswerReplier } from "./reply.ts";

export interface AgentRoutesOptions extends Omit<AnswersOptions, "turns"> {
  /** The docs in use now. */
  readonly docs: () => Docs;
  readonly forBrowsers: BrowserPages;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

/** Answers clients that prefer HTML. */
export interface BrowserPages {
  /** Answers with a page on its site, or in the reader. */
  doc(req: HonoRequest, doc: Doc): Promise<Response> | Response | null;
  /** Says that what was at the address has been removed for good. */
  gone(req: HonoRequest): Promise<Response>;
}

/** Parts that the routes share. */
export interface AgentParts {
  /** The answers over the docs in use. */
  readonly answers: () => Answers;
  readonly reply: AnswerReplier;
  readonly preference: Preference;
  readonly forBrowsers: BrowserPages;
}

export function createParts(options: AgentRoutesOptions): AgentParts {
  const { docs, forBrowsers, onError } = options;
  const turns = createTurns();
  let known: Answers | undefined;

  /** Drops all that belongs to earlier docs. */
  function answers(): Answers {
    const { corpus } = docs();
    if (known?.corpus !== corpus) known = new Answers(corpus, { ...options, turns });
    return known;
  }

  const reply = createAnswerReplier({ turns, onError });
  return { answers, reply, preference: createPreference(), forBrowsers };
}
