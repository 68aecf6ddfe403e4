/** A page in the API's graph. */
export interface GraphNode {
  id: string;
  title: string;
  section: string;
  slug: string;
}

/** A link from one page to another, by their ids. */
export interface GraphEdge {
  from: string;
  to: string;
}

/** Every page and every link, with the name of the API they come from. */
export interface GraphData {
  graph: { nodes: GraphNode[]; edges: GraphEdge[] };
  meta: { name: string };
}

/** Details of a page for the panel, which its node does not have. */
export interface DocDetails {
  description: string | null;
  category: string | null;
  wordCount: number;
  headings: { depth: number; text: string; anchor: string }[];
}

/**
 * Asks for the whole graph.
 *
 * @throws {Error} If the server cannot be reached or responds with an error.
 */
export function loadGraph(): Promise<GraphData> {
  return query(`query Graph {
    graph { nodes { id title section slug } edges { from to } }
    meta { name }
  }`);
}

/**
 * Asks for the details of one page.
 *
 * @returns Null if the server no longer has that page.
 * @throws {Error} If the server cannot be reached or responds with an error.
 */
export async function loadDoc(id: string): Promise<DocDetails | null> {
  const { doc } = await query<{ doc: DocDetails | null }>(
    `query Doc($id: ID) {
      doc(id: $id) { description category wordCount headings { depth text anchor } }
    }`,
    { id },
  );
  return doc;
}

interface Answer<Data> {
  data?: Data | null;
  errors?: { message: string }[];
}

async function query<Data>(text: string, variables: Record<string, string> = {}): Promise<Data> {
  const response = await fetch("./graphql", {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({ query: text, variables }),
  });
  if (!response.headers.get("content-type")?.includes("json")) {
    throw new Error(`The server did not answer with JSON but with status ${response.status}.`);
  }
  const { data, errors } = (await response.json()) as Answer<Data>;
  if (!data) throw new Error(errors?.[0]?.message ?? `The server answered ${response.status}.`);
  return data;
}
