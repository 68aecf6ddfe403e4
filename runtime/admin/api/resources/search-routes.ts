import * as z from "zod";
import { foldCase } from "../../../../corpus/text/fold.ts";
import type { Queries } from "../../../store/queries.ts";
import type { Admin, ApiKey, OwnedRow } from "../../../store/rows.ts";
import { may } from "../../accounts/authenticate.ts";
import type { Permission } from "../../accounts/permissions.ts";
import type { Resource } from "../resource.ts";
import { type AdminRoute, defineRoute } from "../route.ts";
import { agents } from "./agent-routes.ts";
import { apiKeys } from "./api-key-routes.ts";
import { certificates } from "./certificate-routes.ts";
import { clients } from "./client-routes.ts";
import { consumers } from "./consumer-routes.ts";
import { contracts } from "./contract-routes.ts";
import { spaces } from "./space-routes.ts";
import { webhooks } from "./webhook-routes.ts";

/** Rows that the search finds. */
interface Source extends Pick<Resource, "collection" | "foundBy"> {
  readonly permission: Permission;
  readonly table: (queries: Queries) => {
    list(where: { readonly organizationId: string }): Promise<readonly OwnedRow[]>;
  };
}

/** In the order of the results. */
const SEARCHED = [
  apiKeys,
  clients,
  certificates,
  contracts,
  webhooks,
  spaces,
  agents,
  consumers,
  {
    collection: "administrators",
    permission: "team",
    table: ({ admins }: Queries) => admins,
    foundBy: ({ email }: Admin) => [email],
  },
] as unknown as readonly Source[];

/** Maximum number of results in each collection. */
const MOST = 5;
/** Shorter beginnings of an id say little. */
const SHORTEST_ID = 8;

const resultSchema = z
  .strictObject({
    collection: z.enum(SEARCHED.map(({ collection }) => collection)),
    id: z.string(),
    name: z.string(),
    detail: z.string().nullable().describe("What identifies it further, or the text that matched."),
  })
  .meta({ id: "SearchResult" });

type Result = z.output<typeof resultSchema>;

interface SearchScope {
  readonly organizationId: string;
  readonly queries: Queries;
  /** In folded case. */
  readonly text: string;
}

/** Finds the items of one collection: those whose name begins with the text come first. */
async function findIn(
  resource: Source,
  { organizationId, queries, text }: SearchScope,
): Promise<readonly Result[]> {
  const rows = await resource.table(queries).list({ organizationId });
  const origins = resource.collection === "api-keys" ? await originsIn(queries) : null;
  const found = rows.flatMap((row) => {
    const origin = origins?.get((row as ApiKey).webhookId ?? "");
    const texts = [...resource.foundBy(row), ...(origin === undefined ? [] : [origin])];
    return resultOf(row, { texts, text, collection: resource.collection });
  });
  const isFirst = ({ name }: Result) => foldCase(name).startsWith(text);
  return [...found.filter(isFirst), ...found.filter((result) => !isFirst(result))].slice(0, MOST);

  async function originsIn({ webhooks }: Queries): Promise<ReadonlyMap<string, string>> {
    const bound = await webhooks.list({ organizationId });
    return new Map(bound.map(({ id, origin }) => [id, origin]));
  }
}

interface Candidate {
  readonly collection: string;
  /** Its name, and the other texts by which it is found. */
  readonly texts: readonly string[];
  readonly text: string;
}

function resultOf({ id }: OwnedRow, { collection, texts, text }: Candidate): Result[] {
  const isId = text.length >= SHORTEST_ID && id.startsWith(text);
  const match = texts.findIndex((one) => foldCase(one).includes(text));
  if (match < 0 && !isId) return [];
  const detail = texts[Math.max(match, 1)] ?? null;
  return [{ collection, id, name: texts[0]!, detail }];
}

export const SEARCH_ROUTES: readonly AdminRoute[] = [
  defineRoute(
    {
      method: "get",
      path: "/search",
      operationId: "search",
      summary: "Search all collections",
      description:
        "Finds API keys, clients, certificates, contracts, webhooks, spaces, agents, consumers and administrators " +
        "by a part of their name or of another text that identifies them, and by the beginning of " +
        "their id; API keys by the Origin of their partner too. Collections that the caller may " +
        "not read are left out.",
      tag: "Search",
      access: "administrator",
      query: z.strictObject({ q: z.string().trim().min(1, "Must not be empty.").max(200) }),
      responses: {
        200: {
          description: `At most ${MOST} results of each collection.`,
          body: z.strictObject({ items: z.array(resultSchema) }),
        },
      },
    },
    async ({ platform, caller, query }) => {
      const { organizationId } = caller.admin;
      const searched = {
        organizationId,
        queries: platform.store.read,
        text: foldCase(query.q),
      };
      const readable = SEARCHED.filter(({ permission }) => may(caller, permission));
      const found = await Promise.all(readable.map((resource) => findIn(resource, searched)));
      return { status: 200, body: { items: found.flat() } };
    },
  ),
];
