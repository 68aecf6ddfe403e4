import { chooseType } from "../../http/negotiation.ts";
import { rememberChoice } from "../../http/remember-choice.ts";
import type { Place } from "./find-place.ts";

const MARKDOWN = "text/markdown";
const HTML = "text/html";
const JSON_TYPE = "application/json";

/** Tells by the header `Accept` whether a client gets Markdown. */
export interface Preference {
  prefersMarkdown(place: Place, accept: string | undefined): boolean;
  /** The same for the start page, which has a third form for programs. */
  prefersList(accept: string | undefined): boolean;
}

export function createPreference(): Preference {
  const typeOfName = rememberChoice((accept) => chooseType(accept, [HTML, MARKDOWN]));
  const typeOfFile = rememberChoice((accept) => chooseType(accept, [MARKDOWN, HTML]));
  const typeOfMissing = rememberChoice((accept) => chooseType(accept, [JSON_TYPE, HTML, MARKDOWN]));

  const prefersList = (accept = "") => typeOfMissing(accept) === MARKDOWN;
  return {
    prefersList,
    prefersMarkdown({ kind, form }, accept = "") {
      if (kind === "moved" || form === "file") return true;
      if (kind === "missing") return prefersList(accept);
      return (form === "name.md" ? typeOfFile : typeOfName)(accept) !== HTML;
    },
  };
}
