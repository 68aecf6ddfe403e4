import type { Doc } from "../schema.ts";
import { foldCase } from "../text.ts";
import { type ByteText, toByteText } from "./byte-text.ts";
import { createColumn } from "./column.ts";
import type { Plan } from "./matcher.ts";
import { createSignedTexts } from "./signed-texts.ts";
import { type FoldedDoc, SCANNED_CHARACTER_NS } from "./texts.ts";

/** A field of the docs, in the order in which a match in it counts. */
export interface Tier {
  readonly name: keyof FoldedDoc;
  /** The docs that may have a text in this field. */
  candidates(plan: Plan, needle: ByteText): Candidates;
  /** What it costs to look at one of them, in nanoseconds, roughly. */
  readonly scanNs: number;
}

export interface Candidates {
  /** Their positions, each once, in any order. */
  readonly docs: readonly number[];
  /** Whether one has the text, and is a match (decision B1); null where all are. */
  readonly holds: ((doc: number) => boolean) | null;
}

interface TierOptions {
  readonly docs: readonly Doc[];
  readonly folded: readonly FoldedDoc[];
  /** The number of each field in the index. */
  readonly fieldIds: Readonly<Record<string, number>>;
}

/** Of one text, however short. */
const SCANNED_TEXT_NS = 30;

/** Of the docs: if more are candidates, all texts as one are faster to search. */
const MAX_SHARE = 1 / 8;

/** Decision B4: title before headings before description before body. */
export function createTiers(options: TierOptions): readonly Tier[] {
  return [
    createShortTier("title", options),
    createHeadingTier(options),
    createShortTier("description", options),
    createBodyTier(options),
  ];
}

function createShortTier(name: "title" | "description", options: TierOptions): Tier {
  const { folded, fieldIds } = options;
  const field = fieldIds[name]!;
  const column = createColumn(folded.map((texts) => texts[name]));
  return {
    name,
    scanNs: scanNsOf(name, options),
    candidates(plan, needle) {
      const docs = plan.candidates(field);
      if (plan.isExact && docs) return { docs, holds: null };
      if (!docs || docs.length > folded.length * MAX_SHARE) {
        return { docs: column.docsWith(needle), holds: null };
      }
      const holds = (doc: number) => folded[doc]![name].includes(needle);
      return { docs, holds };
    },
  };
}

/** A heading makes no match, and a needle of several lines must not be found in two of them. */
function createHeadingTier(options: TierOptions): Tier {
  const { docs, folded, fieldIds } = options;
  const field = fieldIds.headings!;
  const column = createColumn(folded.map((texts) => texts.headings));
  const withLines = docs.flatMap(({ headings }, doc) =>
    headings.some(({ text }) => text.includes("\n")) ? [doc] : [],
  );
  const isInOne = (doc: number, needle: ByteText) =>
    docs[doc]!.headings.some(({ text }) => toByteText(foldCase(text)).includes(needle));

  function candidatesFor(plan: Plan, needle: ByteText): readonly number[] {
    if (needle.includes("\n")) return withLines.filter((doc) => isInOne(doc, needle));
    const found = plan.candidates(field);
    return !found || found.length > folded.length * MAX_SHARE ? column.docsWith(needle) : found;
  }

  return {
    name: "headings",
    scanNs: scanNsOf("headings", options),
    candidates(plan, needle) {
      const holds = (doc: number) => {
        const { headings, description, body } = folded[doc]!;
        return headings.includes(needle) && (body.includes(needle) || description.includes(needle));
      };
      return { docs: candidatesFor(plan, needle), holds };
    },
  };
}

function createBodyTier(options: TierOptions): Tier {
  const { folded, fieldIds } = options;
  const field = fieldIds.body!;
  const everything = folded.map((_, doc) => doc);
  const bodies = createSignedTexts({
    docCount: folded.length,
    textOf: (doc) => folded[doc]!.body,
  });
  return {
    name: "body",
    scanNs: scanNsOf("body", options),
    candidates(plan, needle) {
      const docs = plan.candidates(field) ?? everything;
      return { docs, holds: plan.isExact ? null : bodies.lookFor(needle) };
    },
  };
}

function scanNsOf(name: keyof FoldedDoc, { folded }: TierOptions): number {
  const characters = folded.reduce((sum, texts) => sum + texts[name].length, 0);
  return SCANNED_TEXT_NS + (SCANNED_CHARACTER_NS * characters) / (folded.length || 1);
}
