import type { Context } from "hono";
import type { Client } from "../../docs/http/reply.ts";
import { clientOf, type Env, type Replying, respond } from "../../docs/http/reply.ts";
import type { AgentParts } from "./agent-parts.ts";
import { findPlace, type Place } from "./find-place.ts";
import { gonePage, missingPage, missingSection } from "./missing.ts";
import { movedPage } from "./moved.ts";

/**
 * Answers at any path that no route has: it may be that of a page or of its sections.
 *
 * @returns null if there is none, for a client that does not prefer Markdown
 */
export type AnswerPage = (context: Context<Env>) => Promise<Response> | Response | null;

export function createPageAnswer(parts: AgentParts): AnswerPage {
  const { answers, preference, forBrowsers } = parts;
  return (context) => {
    const { req } = context;
    const section = req.query("section") ?? null;
    const place = findPlace(answers(), { path: pathOf(req.raw.url), section });
    if (preference.prefersMarkdown(place, req.header("Accept"))) {
      return respond(context, replyWith(place, { client: clientOf(context), parts }));
    }
    const doc = "doc" in place ? place.doc : null;
    if (doc) return forBrowsers.doc(req, doc);
    return place.kind === "gone" ? forBrowsers.gone(req) : null;
  };
}

/** Answers in Markdown. */
function replyWith(
  place: Place,
  { client, parts }: { readonly client: Client; readonly parts: AgentParts },
): Replying {
  const answers = parts.answers();
  const options = { ...client, vary: place.form === "file" ? undefined : ("Accept" as const) };
  switch (place.kind) {
    case "page":
      return parts.reply(answers.page(place.doc), options);
    case "section":
      return parts.reply(answers.section(place.doc, place.anchor), options);
    case "missing-section":
      return missingSection(answers, place);
    case "moved":
      return movedPage(answers.addresses, place);
    case "gone":
      return gonePage(answers, place.address);
    case "missing":
      return missingPage(answers, place.address);
  }
}

/** Returns the path of a request's address, still percent-encoded. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}
