/**
 * Turns patterns as `.gitignore` has them into globs of paths; those that begin with `!` are left out.
 */
export function gitignoreGlobs(patterns: string): string[] {
  return linesOf(patterns)
    .filter((line) => !line.startsWith("!"))
    .flatMap(globsOfPattern);
}

/** Returns the lines that are patterns. */
export function linesOf(patterns: string): string[] {
  return patterns
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** A pattern with a slash before its end holds for the whole path, others for any name in it. */
function globsOfPattern(pattern: string): string[] {
  const isFolder = pattern.endsWith("/");
  const names = pattern.replace(/^\/+|\/+$/g, "").replace(/^\\(?=[!#])/, "");
  const isRooted = pattern.replace(/\/+$/, "").includes("/");
  const path = escaped(isRooted ? names : `**/${names}`);
  return isFolder ? [`${path}/**`] : [path, `${path}/**`];
}

/** Escapes what is special in globs but not in patterns of `.gitignore`. */
export function escaped(pattern: string): string {
  return pattern.replace(/[{}()|+@]/g, "\\$&");
}
