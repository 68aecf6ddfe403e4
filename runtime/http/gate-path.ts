/** Reads a request target in every way that a server, proxy or router might. */

/** Longer or more deeply encoded paths are treated as `/v1`. */
const MAX_PATH_LENGTH = 2_048;
const MAX_DECODINGS = 4;

/** One segment of letters, which can only be read in one way. */
const PLAIN_TARGET = /^\/[a-z]*$/;

/** Prefixes that some readings allow before the path: schemes, slashes, authorities. */
const PREFIXES = [
  /^[a-z][a-z\d+.-]*:(?![/\\]{2}[^/\\])/i,
  /^(?:[a-z][a-z\d+.-]*:)?[/\\]{2}[^/\\]*/i,
  /^(?:[a-z][a-z\d+.-]*:)?[/\\]{2,}[^/\\]+/i,
];

/**
 * Returns true if any reading of a request target leads to `/v1` or below.
 *
 * Two readers of a target may disagree on how often to decode it, and on what is a separator, a
 * parameter or an authority. It is therefore read in every way, and one reading that leads to `/v1`
 * is enough.
 */
export function isPartnerTarget(target: string): boolean {
  if (target.startsWith("/v1/")) return true;
  if (PLAIN_TARGET.test(target)) return false;
  const path = target.replace(/[?#].*$/s, "");
  return path.length > MAX_PATH_LENGTH || [...readings(path)].some(decodesToPartnerPath);
}

/**
 * Returns the paths in `/path`, in `http://host/path` and in anything that could pass for either.
 */
function readings(path: string): ReadonlySet<string> {
  return new Set([path, ...PREFIXES.map((prefix) => path.replace(prefix, ""))]);
}

function decodesToPartnerPath(path: string): boolean {
  let decoded = path;
  for (let count = 0; count <= MAX_DECODINGS; count++) {
    if (isPartnerPath(decoded)) return true;
    const next = decodeOnce(decoded);
    if (next === decoded) return false;
    decoded = next;
  }
  return true;
}

function decodeOnce(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Returns true if the path passes through `/v1`, even if it leaves it again. */
function isPartnerPath(path: string): boolean {
  const folders: string[] = [];
  return namesOf(path).some((name) => {
    if (name === "..") folders.pop();
    else if (name !== "" && name !== ".") folders.push(name);
    return folders[0] === "v1";
  });
}

/** Returns the segments without their parameters; encoded dots are dots, as in the URL standard. */
function namesOf(path: string): string[] {
  const bare = path.replace(/%2e/gi, ".").replace(/[;?#\p{Cc}\s][^/\\]*/gu, "");
  return bare.split(/[/\\]+/);
}
