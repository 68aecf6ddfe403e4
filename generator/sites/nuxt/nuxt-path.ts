const VERSION = /^\d+(?:\.\d+)*(?:\.x)?$/;

/**
 * Returns the address that Nuxt Content makes of a path: without numbers that order files, `index` and
 * `.draft`, in lowercase. Versions such as `4.x` stay.
 */
export function nuxtAddress(path: string): string {
  const parts = path.replace(/\.md$/, "").split("/").filter(Boolean);
  const address = parts.map((part) => slugOf(withoutSigns(part))).join("/");
  return `/${address}`.replace(/\/+$/, "") || "/";
}

/** Returns a name without the number before it, and without what is not in its address. */
export function withoutSigns(name: string): string {
  if (VERSION.test(name)) return name;
  return name
    .replace(/^\d+\./, "")
    .replace(/^index(?:\.draft)?$/, "")
    .replace(/\.draft$/, "");
}

/** Follows slugify, as far as letters have a form without their accents. */
function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[&]/g, "and")
    .replace(/[$]/g, "dollar")
    .replace(/[%]/g, "percent")
    .replace(/[^\w\s*+~.()'"!\-:@]+/g, "")
    .trim()
    .replace(/[\s-]+/g, "-")
    .toLowerCase();
}
