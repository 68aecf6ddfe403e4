import { readFile } from "node:fs/promises";

/** A page of a site as its own generator built it. */
export interface TruePage {
  readonly title: string | null;
  /** The level is 0 if it is not known; the id is empty or null if there is none. */
  readonly headings: readonly (readonly [level: number, id: string | null, text: string])[];
  readonly ids?: readonly string[];
}

/** The pages of a built site, by address without a final slash and `.html`. */
export class Truth {
  readonly generator: string;
  readonly pages: ReadonlyMap<string, TruePage>;

  constructor({ generator, pages }: { generator: string; pages: Record<string, TruePage> }) {
    this.generator = generator;
    this.pages = new Map(Object.entries(pages).map(([address, page]) => [plain(address), page]));
  }

  pageAt(address: string): TruePage | undefined {
    return this.pages.get(plain(address));
  }

  hasId(address: string, id: string): boolean {
    const page = this.pageAt(address);
    return page !== undefined && idsOf(page).has(id);
  }
}

/** Reads `{ generator, pages: { ADDRESS: { title, headings: [[level, id, text]], ids } } }`. */
export async function readTruth(file: string): Promise<Truth> {
  return new Truth(JSON.parse(await readFile(file, "utf8")));
}

export function idsOf({ ids = [], headings }: TruePage): Set<string> {
  return new Set([...ids, ...headings.flatMap(([, id]) => (id ? [id] : []))]);
}

/** Returns an address as all its forms have it: decoded, without a final slash, file name and `.html`. */
export function plain(address: string): string {
  const text = decoded(address)
    .replace(/(?<=\/)index\.html?$/, "")
    .replace(/\.html?$/, "")
    .replace(/\/+$/, "");
  return text === "" ? "/" : text;
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
