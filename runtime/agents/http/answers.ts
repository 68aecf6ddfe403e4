import { LRUCache } from "lru-cache";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import type { Doc } from "../../../corpus/schema.ts";
import type { Turns } from "../../docs/execute/long-work.ts";
import { EncodedAnswer } from "../../docs/http/encoded-answer.ts";
import { Addresses } from "../addresses.ts";
import { measureFullText } from "../llms-full.ts";
import { folderTxt, llmsTxt } from "../llms-txt.ts";
import { MovedPages } from "../moved-pages.ts";
import { type Folder, folderOf, sectionsOf, withFoldersOf } from "../page-folders.ts";
import { pageMarkdown, sectionMarkdown } from "../page-markdown.ts";
import { estimateTokens } from "../token-estimate.ts";

/** An answer for agents, with the headers that belong to it. */
export interface Answer {
  readonly encoded: EncodedAnswer;
  readonly type: "text/markdown" | "text/plain";
  readonly headers: Readonly<Record<string, string>>;
}

/** Memory that an entry takes apart from its text. */
const ENTRY_BYTES = 1_000;
/** The text, and its compressed forms, which are shorter. */
const FORMS = 2;

export interface AnswersOptions {
  /** Address of docgate itself. Default: addresses of its routes are root-relative. */
  readonly publicUrl?: string | undefined;
  /** Path that the lists are below. Default: none. */
  readonly prefix?: string | undefined;
  /** Limit of the answers that are kept in memory. */
  readonly keptBytes: number;
  readonly turns: Turns;
}

/** The answers over one corpus: rendered once, and kept as long as there is memory. */
export class Answers {
  readonly corpus: Corpus;
  readonly addresses: Addresses;
  readonly moved: MovedPages;
  readonly #turns: Turns;
  readonly #source: string;
  readonly #kept: LRUCache<string, Answer>;
  readonly #folders: ReadonlyMap<string, Folder>;
  /** Numbers of parts of the lists that were written. */
  readonly #partCounts = new Map<string, number>();
  #full: Promise<Answer> | undefined;

  constructor(corpus: Corpus, { publicUrl, prefix, keptBytes, turns }: AnswersOptions) {
    this.corpus = corpus;
    this.addresses = new Addresses(corpus, publicUrl, prefix);
    this.moved = new MovedPages(corpus, this.addresses.finder);
    this.#turns = turns;
    this.#source = `${corpus.sha256} ${publicUrl}`;
    this.#kept = new LRUCache({
      maxSize: Math.max(1, keptBytes),
      maxEntrySize: Math.max(1, keptBytes / 8),
      sizeCalculation: ({ encoded }) => ENTRY_BYTES + FORMS * encoded.size,
    });
    const folders = sectionsOf(corpus).map(folderOf).flatMap(withFoldersOf);
    this.#folders = new Map(folders.map((folder) => [folder.path, folder]));
  }

  /** @returns undefined if the list has no such part */
  list(part = 1): Answer | undefined {
    return this.#keepPart({ list: "list", part }, () => llmsTxt(this.corpus, this.addresses));
  }

  /** The same list, or its first part, for clients that prefer Markdown. */
  start(): Answer {
    return this.#keep("start", () => markdown(llmsTxt(this.corpus, this.addresses)[0]!, {}));
  }

  /**
   * The list of a section, or of a folder in it.
   *
   * @returns undefined if there is no such folder, or its list has no such part
   */
  folderList(path: string, part = 1): Answer | undefined {
    const { corpus, addresses } = this;
    const folder = this.#folders.get(path);
    if (folder === undefined) return undefined;
    const list = `list ${path}`;
    return this.#keepPart({ list, part }, () => folderTxt(corpus, { folder, addresses }));
  }

  full(): Promise<Answer> {
    const { corpus, addresses } = this;
    this.#full ??= measureFullText(corpus, { addresses, turns: this.#turns }).then(
      ({ text, tokens }) => ({
        encoded: new EncodedAnswer(text, { ...TRAITS, source: `${this.#source} full` }),
        type: "text/markdown",
        headers: tokenHeader(tokens),
      }),
    );
    return this.#full;
  }

  page(doc: Doc): Answer {
    return this.#keep(`page ${doc.id}`, () =>
      markdown(pageMarkdown(doc, this.addresses), this.#canonical(doc)),
    );
  }

  /** @param anchor That of a heading of the page. */
  section(doc: Doc, anchor: string): Answer {
    const { addresses } = this;
    return this.#keep(`section ${doc.id}#${anchor}`, () =>
      markdown(sectionMarkdown(doc, { anchor, addresses })!, this.#canonical(doc)),
    );
  }

  #canonical(doc: Doc): Record<string, string> {
    const address = this.addresses.page(doc);
    return address === null ? {} : { Link: `<${address}>; rel="canonical"` };
  }

  #keepPart(
    { list, part }: { readonly list: string; readonly part: number },
    write: () => readonly string[],
  ): Answer | undefined {
    if (part < 1 || part > (this.#partCounts.get(list) ?? part)) return undefined;
    const key = `${list} part ${part}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const parts = write();
    this.#partCounts.set(list, parts.length);
    const text = parts[part - 1];
    return text === undefined ? undefined : this.#keep(key, () => plain(text));
  }

  #keep(key: string, make: () => Answer): Answer {
    const known = this.#kept.get(key);
    if (known) return known;
    const answer = make();
    this.#kept.set(key, answer);
    return answer;
  }
}

const TRAITS = { status: 200, isLasting: true, isCacheable: true, source: "" };

/** Bytes are sent many times, and are faster to send than a text. */
function encode(text: string): EncodedAnswer {
  return new EncodedAnswer(Buffer.from(text), TRAITS);
}

function plain(text: string): Answer {
  return { encoded: encode(text), type: "text/plain", headers: tokensOf(text) };
}

function markdown(text: string, headers: Record<string, string>): Answer {
  const encoded = encode(text);
  return { encoded, type: "text/markdown", headers: { ...headers, ...tokensOf(text) } };
}

function tokensOf(text: string): Record<string, string> {
  return tokenHeader(estimateTokens(text));
}

function tokenHeader(tokens: number): Record<string, string> {
  return { "X-Markdown-Tokens": String(tokens) };
}
