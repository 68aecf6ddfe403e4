import * as z from "zod";
import { searchGapSchema } from "../../response-schemas.ts";
import { type AdminRoute, defineRoute } from "../../route.ts";

export const SEARCH_GAP_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/search-gaps",
      operationId: "listSearchGaps",
      summary: "List the searches of the docs that did not help",
      description:
        "The 50 most frequent of the last 90 days that do not help now either, for all organizations. " +
        "They are counted if `--search-log` names a file.",
      tag: "Logs",
      access: "audit",
      responses: {
        200: {
          description: "The most frequent first",
          body: z.strictObject({
            isCounted: z.boolean().describe("Whether searches are counted."),
            items: z.array(searchGapSchema),
          }),
        },
      },
    },
    async ({ platform: { searchGaps } }) => {
      const items = (await searchGaps?.()) ?? [];
      return { status: 200, body: { isCounted: searchGaps !== null, items } };
    },
  ),
];
