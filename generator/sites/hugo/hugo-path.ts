/** Characters that Hugo keeps in paths, apart from escapes such as `%20`. */
const KEPT = /[./\\_#+~\-@\p{L}\p{Nd}\p{M}]/u;
const ESCAPE = /^%[\da-f]{2}/i;

/** How Hugo writes paths. */
export interface PathStyle {
  readonly isLowercase: boolean;
  readonly hasAccents: boolean;
}

/**
 * Returns a path as Hugo cleans it (its `MakePathSanitized`): runs of blanks become one hyphen, other
 * characters that addresses would have to encode go.
 */
export function cleanPath(path: string, { isLowercase, hasAccents }: PathStyle): string {
  const source = hasAccents
    ? path
    : path
        .normalize("NFD")
        .replace(/\p{Mn}/gu, "")
        .normalize("NFC");
  let target = "";
  let isHyphenDue = false;
  let at = 0;
  for (const character of source) {
    if (KEPT.test(character) || ESCAPE.test(source.slice(at, at + 3))) {
      if (isHyphenDue && character !== "-") target += "-";
      isHyphenDue = false;
      target += character;
    } else if (target !== "" && !target.endsWith("-") && /\s/u.test(character)) isHyphenDue = true;
    at += character.length;
  }
  return isLowercase ? target.toLowerCase() : target;
}
