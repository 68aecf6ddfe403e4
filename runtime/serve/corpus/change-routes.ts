import { Hono } from "hono";
import { cors } from "hono/cors";
import { hasCode } from "../../../corpus/error.ts";
import type { LongWork } from "../../docs/execute/long-work.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { explainRefusal } from "../../docs/execute/search-refusal.ts";
import { refuse } from "../../docs/http/refuse.ts";
import { HUNG_UP, toResponse } from "../../docs/http/reply.ts";
import { encodeJson, sendJson } from "../../docs/http/send-json.ts";

/** Where the changes since an earlier state are served, to mirrors and indexes of the docs. */
export const CHANGES_PATH = "/changes.json";

interface ChangeRoutesOptions {
  /** The docs in use now. */
  readonly docs: () => Docs;
  readonly work: LongWork;
}

/** Pages and sections that changed since a state, by GET, for any page. */
export function createChangeRoutes({ docs, work }: ChangeRoutesOptions): Hono {
  const app = new Hono();
  app.options(CHANGES_PATH, cors({ origin: "*", allowMethods: ["GET"] }));
  app.get(CHANGES_PATH, async ({ req }) => {
    const since = new URL(req.url).searchParams.get("since") ?? "";
    if (!/^[0-9a-f]{64}$/.test(since)) {
      const message =
        'Parameter "since" must be the SHA-256 of a corpus, as "/corpus.json" has it.';
      return refuse(400, { message });
    }
    const { signal } = req.raw;
    try {
      const changes = await work.run(
        () => docs().changesInSteps({ since }),
        () => signal.aborted,
      );
      if (changes === null) return refuse(404, docs().explainUnknown(since));
      return await sendJson(encodeJson(JSON.stringify(changes)), (name) => req.header(name));
    } catch (error) {
      if (hasCode(error, "client-gone")) return toResponse(HUNG_UP);
      const advice = "Read the whole corpus.";
      return refuse(503, { message: explainRefusal(error, advice) });
    }
  });
  app.all(CHANGES_PATH, () => refuse(405, { message: "The method must be GET." }));
  return app;
}
