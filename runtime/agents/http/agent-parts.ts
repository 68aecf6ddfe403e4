import type { HonoRequest } from "hono";
import { LRUCache } from "lru-cache";
import type { Doc } from "../../../corpus/schema.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { createTurns } from "../../docs/execute/turns.ts";
import { Answers, type AnswersOptions } from "./answers.ts";
import type { Place } from "./find-place.ts";
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
  readonly current: () => Current;
  readonly reply: AnswerReplier;
  readonly preference: Preference;
  readonly forBrowsers: BrowserPages;
}

/** Answers and addresses of the docs in use. */
export interface Current {
  readonly answers: Answers;
  /** Pages and sections by address, as node:http has it: no route before those of pages took it. */
  readonly places: LRUCache<string, Place>;
}

/** Memory for addresses, and what each takes apart from its text, which is in it twice. */
const PLACES_BYTES = 2 ** 21;
const PLACE_BYTES = 400;

export function createParts(options: AgentRoutesOptions): AgentParts {
  const { docs, forBrowsers, onError } = options;
  const turns = createTurns();
  let known: Current | undefined;

  /** Drops all that belongs to earlier docs. */
  function current(): Current {
    const { corpus } = docs();
    if (known?.answers.corpus !== corpus) {
      known = { answers: new Answers(corpus, { ...options, turns }), places: createPlaces() };
    }
    return known;
  }

  const reply = createAnswerReplier({ turns, onError });
  return { current, reply, preference: createPreference(), forBrowsers };
}

function createPlaces(): LRUCache<string, Place> {
  return new LRUCache({
    maxSize: PLACES_BYTES,
    sizeCalculation: (_, address) => PLACE_BYTES + 2 * address.length,
  });
}
