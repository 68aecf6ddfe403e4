import type { Doc } from "../schema.ts";
import { foldCase } from "../text.ts";
import type { Tier } from "./ranking.ts";
import type { FoldedDoc } from "./texts.ts";

interface TierOptions {
  readonly docs: readonly Doc[];
  readonly folded: readonly FoldedDoc[];
  /** The number of each field in the index. */
  readonly fieldIds: Readonly<Record<string, number>>;
}

const SCANNED_CHARACTER_NS = 0.4;
/** Of one text, however short. */
const SCANNED_TEXT_NS = 30;

/** Decision B4: title before headings before description before body. */
export function createTiers({ docs, folded, fieldIds }: TierOptions): readonly Tier[] {
  function make(name: keyof FoldedDoc, holds: Tier["holds"] | null): Tier {
    const isIn: Tier["holds"] = (doc, needle) => folded[doc]![name].includes(needle);
    const characters = folded.reduce((sum, texts) => sum + texts[name].length, 0);
    return {
      field: fieldIds[name]!,
      holds: holds ?? isIn,
      isPlain: holds === null,
      scanNs: SCANNED_TEXT_NS + (SCANNED_CHARACTER_NS * characters) / (docs.length || 1),
    };
  }

  /** A heading makes no match, and a needle of several lines must not be found in two of them. */
  function isInHeading(doc: number, needle: string): boolean {
    const { headings, description, body } = folded[doc]!;
    if (!headings.includes(needle)) return false;
    if (!(body.includes(needle) || description.includes(needle))) return false;
    return (
      !needle.includes("\n") ||
      docs[doc]!.headings.some(({ text }) => foldCase(text).includes(needle))
    );
  }

  return [
    make("title", null),
    make("headings", isInHeading),
    make("description", null),
    make("body", null),
  ];
}
