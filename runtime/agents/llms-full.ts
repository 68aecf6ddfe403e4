import type { Corpus } from "../../corpus/open/corpus.ts";
import { inSiteOrder } from "../../corpus/site-order.ts";
import type { Turns } from "../docs/execute/long-work.ts";
import type { LargeJson } from "../docs/execute/output.ts";
import type { Addresses } from "./addresses.ts";
import { countPages, LLMS_PATH } from "./llms-txt.ts";
import { onOneLine, pageMarkdown } from "./page-markdown.ts";
import { estimateTokens } from "./token-estimate.ts";

/** All pages in one text, which is written as it is sent. */
export interface FullText {
  readonly text: LargeJson;
  /** Estimate of its tokens. */
  readonly tokens: number;
}

/** Measures the text of all pages, in turns, so that its first lines can say how long it is. */
export async function measureFullText(
  corpus: Corpus,
  { addresses, turns }: { readonly addresses: Addresses; readonly turns: Turns },
): Promise<FullText> {
  let bytes = 0;
  let tokens = 0;
  const pages = pagesOf(corpus, addresses);
  const measureSome = () =>
    turns.advance(
      (function* () {
        for (const page of pages) {
          bytes += Buffer.byteLength(page);
          tokens += estimateTokens(page);
          yield;
        }
      })(),
    ).last.done;
  while (!(await turns.later(measureSome)));
  const { name } = corpus.meta;
  const size = `${countPages(inSiteOrder(corpus).length)}, ${bytes} bytes.`;
  const head = `# ${onOneLine(name)}\n\n> ${size} One page at a time: ${addresses.route(LLMS_PATH)}\n`;
  return {
    tokens: tokens + estimateTokens(head),
    text: {
      size: Buffer.byteLength(head) + bytes,
      *write() {
        yield Buffer.from(head);
        for (const page of pagesOf(corpus, addresses)) yield Buffer.from(page);
      },
    },
  };
}

function* pagesOf(corpus: Corpus, addresses: Addresses): Generator<string> {
  for (const doc of inSiteOrder(corpus)) {
    yield `\n---\n\nPage: ${addresses.markdown(doc)}\n\n${pageMarkdown(doc, addresses)}`;
  }
}
