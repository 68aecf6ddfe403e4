/** The best place of a page for what was searched. */
export interface TextHit {
  /** Id of the page. */
  readonly id: string;
  readonly title: string;
  /** Part of the text, on one line. */
  readonly excerpt: string;
}

/** Pages asked for. */
const LIMIT = 8;
/** Longest query that the server takes, in UTF-16 units. */
const MAX_LENGTH = 500;

interface Answer {
  readonly items: readonly { id: string; title: string; excerpt: { text: string } }[];
}

/**
 * Searches the texts of all pages in words.
 *
 * @returns the best place of each page found, best first
 * @throws {Error} If the server cannot be reached or responds with an error.
 */
export async function searchTexts(query: string, signal: AbortSignal): Promise<TextHit[]> {
  const parameters = { q: query.slice(0, MAX_LENGTH), limit: `${LIMIT}`, perDoc: "1" };
  const response = await fetch(`./search.json?${new URLSearchParams(parameters)}`, { signal });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const { items } = (await response.json()) as Answer;
  return items.map(({ id, title, excerpt }) => ({ id, title, excerpt: excerpt.text }));
}
