import type { Doc } from "../../../corpus/schema.ts";
import { headersOf, type Reply } from "../../docs/http/reply.ts";
import { LLMS_PATH, listOf } from "../llms-txt.ts";
import { nearestPages } from "../nearest-pages.ts";
import { onOneLine } from "../page-markdown.ts";
import type { Answers } from "./answers.ts";
import type { PlaceAddress } from "./find-place.ts";

/** A longer path or anchor is cut where it is repeated. */
const MAX_REPEATED = 200;
/** Number of headings that are named if a page does not have an anchor. */
const MAX_HEADINGS = 100;

/** Says that a path has no page, and which pages may have been meant. */
export function missingPage(answers: Answers, { path }: Pick<PlaceAddress, "path">): Reply {
  return refuse(404, [
    "# Not found",
    `There is no page at ${code(path)}.`,
    ...nearTo(answers, path),
  ]);
}

/** Says that the content of an address has been removed, and which pages are similar. */
export function gonePage(answers: Answers, { path, section }: PlaceAddress): Reply {
  const address = section === null ? path : `${path}?section=${section}`;
  return refuse(410, [
    "# Gone",
    `What was at ${code(address)} has been removed for good.`,
    ...nearTo(answers, path),
  ]);
}

function nearTo({ corpus, addresses }: Answers, path: string): string[] {
  const near = nearestPages(corpus, path);
  const found = near.length === 0 ? [] : ["The nearest pages:", listOf(near, addresses)];
  return [...found, `All pages: ${addresses.route(LLMS_PATH)}`];
}

/** Says that a page does not have an anchor, and which ones it has. */
export function missingSection(
  { addresses }: Answers,
  { doc, anchor }: { readonly doc: Doc; readonly anchor: string },
): Reply {
  const headings = doc.headings
    .slice(0, MAX_HEADINGS)
    .map(
      (heading) =>
        `- \`?section=${encodeURIComponent(heading.anchor)}\`: ${onOneLine(heading.text)}`,
    );
  return refuse(404, [
    "# Not found",
    `The page has no heading with the anchor ${code(anchor)}.`,
    ...(headings.length === 0 ? [] : ["Its headings:", headings.join("\n")]),
    `The whole page: ${addresses.markdown(doc)}`,
  ]);
}

function refuse(status: 404 | 410, parts: readonly string[]): Reply {
  const headers = { ...headersOf("text/markdown"), Vary: "Accept" };
  return { status, headers, body: `${parts.join("\n\n")}\n` };
}

/** Repeats what was asked for as code, which nothing in it can end. */
function code(text: string): string {
  const short = text.length > MAX_REPEATED ? `${text.slice(0, MAX_REPEATED)}…` : text;
  return `\`${onOneLine(short.replace(/[\p{Cc}`]/gu, " "))}\``;
}
