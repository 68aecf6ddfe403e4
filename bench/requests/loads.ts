import { type Doc, loadCorpus } from "../../corpus/exports.ts";
import { createRandom } from "../../test/support/random.ts";

export type LoadKind = "repeated" | "variables never repeated" | "texts never repeated";

/** Requests to send in turn. */
export interface Load {
  /** For example `Q1`. */
  readonly query: string;
  readonly kind: LoadKind;
  /** JSON; the parts in braces change with each request (see `wrk.lua`). */
  readonly bodies: readonly string[];
}

/** A query and its variables. */
interface Question {
  readonly name: string;
  /** The text before the braces, without the word `query`. */
  readonly head: string;
  readonly fields: string;
  readonly variables: readonly object[];
}

export const LOAD_KINDS: readonly LoadKind[] = [
  "repeated",
  "variables never repeated",
  "texts never repeated",
];

const VALUES = 1000;
const TEXTS = 50_000;
const ONE_DOC = "id title slug headings { depth text anchor }";
const ALL_FIELDS =
  "id path slug title description section category headings { depth text anchor } body wordCount links";
/** Another doc, which does not exist, under a name that never repeats. */
const NOTHING = "nothing: doc(slug: $slug) { id }";
const NEVER_AGAIN = { slug: "/never/{{COUNT}}" };

/** Returns all loads over a corpus; the same corpus gives the same loads. */
export async function makeLoads(corpus: string): Promise<Load[]> {
  const { docs } = await loadCorpus(corpus);
  const ids = docs.slice(0, VALUES).map(({ id }) => ({ id }));
  const middle = [{ id: docs[Math.floor(docs.length / 2)]!.id }];
  const texts = drawTexts(docs);
  const searches = texts.map((text) => ({ text, limit: "2{{PASS}}" }));
  const one = `doc(id: $id) { ${ONE_DOC} }`;
  const repeated: Question[] = [
    { name: "Q1", head: "", fields: "meta { name docCount sections }", variables: [{}] },
    { name: "Q2", head: "($id: ID!)", fields: one, variables: middle },
    {
      name: "Q3",
      head: "",
      fields: "docs(limit: 50) { id title slug description wordCount links }",
      variables: [{}],
    },
    {
      name: "Q4",
      head: "($text: String!)",
      fields: "search(query: $text) { id title slug }",
      variables: [{ text: texts[0] }],
    },
    { name: "Q5", head: "($id: ID!)", fields: one, variables: ids },
  ];
  const head = "($id: ID!, $slug: String!)";
  const varied: Question[] = [
    { name: "Q2", head, fields: `${one} ${NOTHING}`, variables: withNever(middle) },
    {
      name: "Q4",
      head: "($text: String!, $limit: Int!)",
      fields: "search(query: $text, limit: $limit) { id title slug }",
      variables: searches,
    },
    { name: "Q5", head, fields: `${one} ${NOTHING}`, variables: withNever(ids) },
    {
      name: "100 docs, all fields",
      head: "($slug: String!)",
      fields: `docs(limit: 100) { ${ALL_FIELDS} } ${NOTHING}`,
      variables: [NEVER_AGAIN],
    },
  ];
  return [
    ...repeated.map((question) => toLoad(question, "repeated")),
    ...varied.map((question) => toLoad(question, "variables never repeated")),
    ...repeated.map((question) => toLoad(question, "texts never repeated")),
  ];
}

function withNever(variables: readonly object[]): object[] {
  return variables.map((one) => ({ ...one, ...NEVER_AGAIN }));
}

function toLoad({ name, head, fields, variables }: Question, kind: LoadKind): Load {
  const operation = kind === "texts never repeated" ? "Never{{COUNT}}" : "Bench";
  const query = `query ${operation}${head} { ${fields} }`;
  const bodies = variables.map((values) =>
    // A number that changes with each pass must stay a number.
    JSON.stringify({ query, variables: values }).replace(/"(\d*\{\{PASS\}\})"/, "$1"),
  );
  return { query: name, kind, bodies };
}

/** Returns searches in words over a corpus, as paths that are all different. */
export async function makeHitPaths(corpus: string): Promise<string[]> {
  const { docs } = await loadCorpus(corpus);
  return drawTexts(docs).map(
    (text) => `/search.json?q=${encodeURIComponent(text)}&limit=1{{PASS}}`,
  );
}

/** Draws phrases of two or three words from bodies, each once. */
function drawTexts(docs: readonly Doc[]): string[] {
  const random = createRandom(1);
  const below = (limit: number) => Math.floor(random() * limit);
  const texts = new Set<string>();
  for (let drawn = 0; drawn < TEXTS; drawn++) {
    const words = docs[below(docs.length)]!.body.match(/\p{L}{2,}(?: \p{L}{2,})+/gu) ?? [];
    const [first, second, third] = (words[below(words.length)] ?? "a phrase").split(" ");
    texts.add([first, second, ...(random() < 0.5 && third ? [third] : [])].join(" "));
  }
  return [...texts];
}

/** Fills in a body as it is sent, with a number that no load uses. */
export function fillBody(body: string): string {
  return body.replace(/\{\{\w+\}\}/, "9999");
}
