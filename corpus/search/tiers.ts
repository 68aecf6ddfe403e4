import type { Doc } from "../schema.ts";
import { foldCase } from "../text.ts";
import { type ByteText, toByteText } from "./byte-text.ts";
import { type Column, createColumn } from "./column.ts";
import type { Plan } from "./matcher.ts";
import { createSignedTexts, type Sought } from "./signed-texts.ts";
import { type FoldedDoc, SCANNED_CHARACTER_NS } from "./texts.ts";

export interface Tiers {
  /** In the order in which a match counts. */
  readonly inOrder: readonly Tier[];
  /** What the tiers are asked for a text. */
  lookFor(needle: ByteText, plan: Plan): TierQuery;
}

/** A field of the docs, in the order in which a match in it counts. */
export interface Tier {
  readonly name: keyof FoldedDoc;
  /** The docs that may have a text in this field, until the next text is looked for. */
  candidates(query: TierQuery): Candidates;
  /** What it costs to look at one of them, in nanoseconds, roughly. */
  readonly scanNs: number;
}

export interface TierQuery {
  /** Folded. */
  readonly needle: ByteText;
  readonly plan: Plan;
  /** Where it may be besides; null if nothing can be ruled out, or the plan rules out more. */
  readonly sought: Sought | null;
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

/** So few bodies are looked into sooner than terms are looked for. */
const FEW_DOCS = 16;

/** The texts that are signed, in this order: what is short first. */
const TITLES = 0;
const DESCRIPTIONS = 1;
const HEADINGS = 2;
const BODIES = 3;

/** Decision B4: title before headings before description before body. */
export function createTiers(options: TierOptions): Tiers {
  const { folded } = options;
  const titles = createColumn(folded.map(({ title }) => title));
  const descriptions = createColumn(folded.map(({ description }) => description));
  const headings = createColumn(folded.map((texts) => texts.headings));
  const columns = [titles.joined, descriptions.joined, headings.joined];
  const signed = createSignedTexts({
    count: BODIES + folded.length,
    textOf: (text) => columns[text] ?? folded[text - BODIES]!.body,
  });
  return {
    inOrder: [
      createShortTier("title", { ...options, column: titles, text: TITLES }),
      createHeadingTier({ ...options, column: headings, text: HEADINGS }),
      createShortTier("description", { ...options, column: descriptions, text: DESCRIPTIONS }),
      createBodyTier(options),
    ],
    lookFor(needle, plan) {
      return { needle, plan, sought: plan.isExact ? null : signed.lookFor(needle) };
    },
  };
}

interface ColumnOptions extends TierOptions {
  readonly column: Column;
  /** Its number among the signed ones. */
  readonly text: number;
}

/** @returns Null if the terms may tell it sooner. */
function docsWith(
  { needle, sought }: TierQuery,
  { column, text }: Pick<ColumnOptions, "column" | "text">,
): number[] | null {
  if (!sought?.isKnown(text)) return null;
  return column.docsWith(needle, (place) => sought.partFrom(text, place));
}

function createShortTier(name: "title" | "description", options: ColumnOptions): Tier {
  const { folded, fieldIds, column } = options;
  const field = fieldIds[name]!;
  return {
    name,
    scanNs: scanNsOf(name, options),
    candidates(query) {
      const { plan, needle } = query;
      const found = docsWith(query, options);
      if (found) return { docs: found, holds: null };
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
function createHeadingTier(options: ColumnOptions): Tier {
  const { docs, folded, fieldIds, column } = options;
  const field = fieldIds.headings!;
  const withLines = docs.flatMap(({ headings }, doc) =>
    headings.some(({ text }) => text.includes("\n")) ? [doc] : [],
  );
  const isInOne = (doc: number, needle: ByteText) =>
    docs[doc]!.headings.some(({ text }) => toByteText(foldCase(text)).includes(needle));

  function candidatesFor(query: TierQuery): readonly number[] {
    const { plan, needle } = query;
    if (needle.includes("\n")) return withLines.filter((doc) => isInOne(doc, needle));
    const found = docsWith(query, options) ?? plan.candidates(field);
    return !found || found.length > folded.length * MAX_SHARE ? column.docsWith(needle) : found;
  }

  return {
    name: "headings",
    scanNs: scanNsOf("headings", options),
    candidates(query) {
      const { needle } = query;
      const holds = (doc: number) => {
        const { headings, description, body } = folded[doc]!;
        return headings.includes(needle) && (body.includes(needle) || description.includes(needle));
      };
      return { docs: candidatesFor(query), holds };
    },
  };
}

function createBodyTier(options: TierOptions): Tier {
  const { folded, fieldIds } = options;
  const field = fieldIds.body!;
  const everything = folded.map((_, doc) => doc);

  function candidatesFor({ plan, sought }: TierQuery): readonly number[] {
    const signed = sought?.textsFrom(BODIES) ?? everything;
    if (signed.length <= FEW_DOCS && sought) return signed;
    const found = plan.candidates(field);
    return found && found.length < signed.length ? found : signed;
  }

  return {
    name: "body",
    scanNs: scanNsOf("body", options),
    candidates(query) {
      const { plan, needle, sought } = query;
      const holds = sought
        ? (doc: number) => sought.isIn(BODIES + doc)
        : (doc: number) => folded[doc]!.body.includes(needle);
      return { docs: candidatesFor(query), holds: plan.isExact ? null : holds };
    },
  };
}

function scanNsOf(name: keyof FoldedDoc, { folded }: TierOptions): number {
  const characters = folded.reduce((sum, texts) => sum + texts[name].length, 0);
  return SCANNED_TEXT_NS + (SCANNED_CHARACTER_NS * characters) / (folded.length || 1);
}
