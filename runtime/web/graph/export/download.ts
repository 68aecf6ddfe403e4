import { element } from "../dom.ts";

/** Milliseconds after which the browser has read what it downloads. */
const TAKEN_MS = 60_000;

/** Offers a file to the person, as if from a link. */
export function download(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = element("a", { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), TAKEN_MS);
}
