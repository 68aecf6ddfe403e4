import { toNfc } from "../../corpus/text/fold.ts";

/** Decodes a part of a URL, in NFC; one that is not encoded correctly stays as it is. */
export function decode(text: string): string {
  try {
    return toNfc(decodeURIComponent(text));
  } catch {
    return toNfc(text);
  }
}

/** Cuts off a text directive, which leads to any page. */
export function withoutDirective(fragment: string): string {
  return fragment.replace(/:~:.*$/s, "");
}
