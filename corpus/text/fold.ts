/**
 * Folds a text into the form in which texts and queries are compared (DOC-B1): NFC, then lowercased
 * with the default Unicode mapping, with `ς`, which is `Σ` at the end of a word, as `σ`. The index
 * is built from the same form.
 */
export function foldCase(text: string): string {
  return toNfc(text).toLowerCase().replace(/ς/g, "σ");
}

/** No language needs more marks in a row (UAX #15, Stream-Safe Text Format). */
const MAX_MARKS = 30;
/** Marks, and the vowel signs of Kirat Rai, which are letters but combine like marks. */
const MARK = String.raw`[\p{M}\u{16d63}-\u{16d6a}]`;
const EXCESS_MARKS = new RegExp(`(?<=${MARK}{${MAX_MARKS}})(${MARK}+)`, "u");

/**
 * Normalises a text to NFC in time proportional to its length: marks beyond the 30th in a row stay
 * as they are, because ordering them all takes the engine time that grows with the square of their
 * number.
 */
export function toNfc(text: string): string {
  if (!mayHaveExcessMarks(text)) return text.normalize("NFC");
  // Every other part is the excess.
  const parts = text.split(EXCESS_MARKS);
  return parts.map((part, place) => (place % 2 === 0 ? part.normalize("NFC") : part)).join("");
}

/** Decomposes a text in such time too: marks beyond the 30th in a row stay in their order. */
export function decompose(text: string, form: "NFD" | "NFKD"): string {
  if (!mayHaveExcessMarks(text)) return text.normalize(form);
  const parts = text
    .split(EXCESS_MARKS)
    .map((part, place) =>
      place % 2 === 0
        ? part.normalize(form)
        : Array.from(part, (mark) => mark.normalize(form)).join(""),
    );
  return parts.join("");
}

/** Samples the units of a text closely enough that no run of marks is missed. */
function mayHaveExcessMarks(text: string): boolean {
  for (let at = MAX_MARKS; at < text.length; at += MAX_MARKS + 1) {
    if (!mayBeMark(text, at)) continue;
    let start = at;
    let end = at + 1;
    while (mayBeMark(text, start - 1)) start--;
    while (mayBeMark(text, end)) end++;
    if (end - start > MAX_MARKS) return true;
  }
  return false;
}

const MARK_OR_HALF = /[\p{M}\ud800-\udfff]/u;
const UNKNOWN = 0;
const MAYBE_MARK = 1;
const NO_MARK = 2;

/** The kind of each UTF-16 code unit, as far as it has occurred. */
const kinds = new Uint8Array(2 ** 16);

/** Tells whether a unit is a mark, or half of a character that may be one. */
function mayBeMark(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (kinds[unit] === UNKNOWN) {
    kinds[unit] = MARK_OR_HALF.test(String.fromCharCode(unit)) ? MAYBE_MARK : NO_MARK;
  }
  return kinds[unit] === MAYBE_MARK;
}
