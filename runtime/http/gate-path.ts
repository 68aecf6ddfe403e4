/** Reading a request target the way any server, proxy or router might. */

/** A path that is longer or encoded more often than this is no honest one, and gated like `/v1`. */
const MAX_PATH_LENGTH = 2_048;
const MAX_DECODINGS = 4;

/** One segment of letters: it has no other reading. */
const PLAIN_TARGET = /^\/[a-z]*$/;

/** What may stand before the path, in one reading or another: schemes, slashes, authorities. */
const PREFIXES = [
  /^[a-z][a-z\d+.-]*:(?![/\\]{2}[^/\\])/i,
  /^(?:[a-z][a-z\d+.-]*:)?[/\\]{2}[^/\\]*/i,
  /^(?:[a-z][a-z\d+.-]*:)?[/\\]{2,}[^/\\]+/i,
];

/**
 * Whether any reading of a request target leads to `/v1` or below.
 *
 * Two readers of one target may disagree on how often to decode it, and on what is a separator, a
 * parameter or an authority. So it is read in every way, and one that leads to `/v1` is enough.
 */
export function isPartnerTarget(target: string): boolean {
  if (PLAIN_TARGET.test(target)) return false;
  const path = target.replace(/[?#].*$/s, "");
  return path.length > MAX_PATH_LENGTH || [...readings(path)].some(decodesToPartnerPath);
}

/** The paths in `/path`, in `http://host/path` and in what could pass for either. */
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

/** Whether a walk through the path passes `/v1`, even if it leaves it again. */
function isPartnerPath(path: string): boolean {
  const folders: string[] = [];
  return namesOf(path).some((name) => {
    if (name === "..") folders.pop();
    else if (name !== "" && name !== ".") folders.push(name);
    return folders[0] === "v1";
  });
}

/** The segments without their parameters, and with encoded dots as dots, as the URL standard has. */
function namesOf(path: string): string[] {
  const bare = path.replace(/%2e/gi, ".").replace(/[;?#\p{Cc}\s][^/\\]*/gu, "");
  return bare.split(/[/\\]+/);
}
