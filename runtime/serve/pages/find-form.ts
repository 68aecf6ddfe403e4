import { html } from "hono/html";
import { HIT_LIMITS } from "../../../corpus/search/words/query.ts";

export interface FindFormOptions {
  /** The address of `/`, relative to the page. */
  readonly root: string;
  /** The words of the last search. */
  readonly query?: string | undefined;
}

/** The form that searches on the start page, also without a script. */
export function findForm({ root, query = "" }: FindFormOptions) {
  return html`<search><form class="find" id="Find" action="${root}">
      <input type="search" name="q" value="${query}" maxlength="${HIT_LIMITS.queryLength}" required aria-label="Search the docs" placeholder="Search the docs" autocomplete="off">
      <button>Search</button>
    </form></search>`;
}
