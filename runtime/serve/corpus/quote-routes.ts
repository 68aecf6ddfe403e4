import { Hono } from "hono";
import { cors } from "hono/cors";
import { hasCode } from "../../../corpus/error.ts";
import type { CorpusDownload } from "../../docs/corpus-download.ts";
import type { LongWork } from "../../docs/execute/long-work.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { explainRefusal } from "../../docs/execute/search-refusal.ts";
import { refuse } from "../../docs/http/refuse.ts";
import { HUNG_UP, toResponse } from "../../docs/http/reply.ts";
import { encodeJson, sendJson } from "../../docs/http/send-json.ts";

/** Where quotes are verified, for other programs. */
export const QUOTE_PATH = "/quote.json";

interface QuoteRoutesOptions {
  /** The docs in use now. */
  readonly docs: () => Docs;
  /** Returns the file of the corpus in use; null if its bytes cannot be read again. */
  readonly download: () => CorpusDownload | null;
  readonly work: LongWork;
}

/** Verifies quotes by GET, for any page: `corpus.verifyQuote`, with the signature of the corpus. */
export function createQuoteRoutes({ docs, download, work }: QuoteRoutesOptions): Hono {
  const app = new Hono();
  app.options(QUOTE_PATH, cors({ origin: "*", allowMethods: ["GET"] }));
  app.get(QUOTE_PATH, async ({ req }) => {
    const given = new URL(req.url).searchParams;
    const quote = given.get("q");
    if (quote === null)
      return refuse(400, { message: 'Parameter "q" must be given: the quote to look for.' });
    // Forms send an empty name for all pages.
    const doc = given.get("doc") || undefined;
    const { signal } = req.raw;
    try {
      const check = await work.run(
        () => docs().corpus.verifyQuoteInSteps(quote, { doc }),
        () => signal.aborted,
      );
      const file = download();
      const signature = file?.sha256 === check.sha256 ? await file.signature() : null;
      const answer = { ...check, signature: signature === null ? null : JSON.parse(signature) };
      return await sendJson(encodeJson(JSON.stringify(answer)), (name) => req.header(name));
    } catch (error) {
      if (hasCode(error, "client-gone")) return toResponse(HUNG_UP);
      if (hasCode(error, "invalid-argument"))
        return refuse(400, { message: nameParameter(error.message) });
      return refuse(503, { message: explainRefusal(error, 'Name the page with "doc".') });
    }
  });
  app.all(QUOTE_PATH, () => refuse(405, { message: "The method must be GET." }));
  return app;
}

function nameParameter(message: string): string {
  return message.replace(/^Argument "text"/, 'Parameter "q"').replace(/^Argument/, "Parameter");
}
