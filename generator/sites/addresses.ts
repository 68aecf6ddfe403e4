import { idOf } from "../../corpus/text/slug.ts";
import type { SiteSettings } from "../config/site-settings.ts";
import type { PageFacts } from "./model.ts";

/**
 * Returns the address of a page below the base of its site, not percent-encoded, by the rules of
 * settings.
 */
export function addressBySettings({ path, facts }: PageFacts, settings: SiteSettings): string {
  const { prefix, lowercase, addressKeys } = settings;
  const named = addressKeys.map((key) => facts[key]).find((value) => isAddress(value));
  const start = prefix === "" ? null : new RegExp(`^(?:${prefix})(?=.)`, "u");
  const parts = idOf(path)
    .split("/")
    .map((part) => (start === null ? part : part.replace(start, "")));
  const file = parts.pop()!;
  const cased = (text: string) => (lowercase ? text.toLowerCase() : text);
  if (typeof named === "string" && named.startsWith("/")) return named;
  const folder = parts.map((part) => `/${cased(part)}`).join("");
  const isIndex = named === undefined && settings.index.includes(file);
  if (isIndex) return `${folder}${settings.indexSuffix}` || "/";
  return `${folder}/${cased(String(named ?? file))}${settings.suffix}`;
}

function isAddress(value: unknown): boolean {
  return (typeof value === "string" && value.trim() !== "") || typeof value === "number";
}

/** Brings an address, decoded, to the form in which addresses are compared. */
export function comparable(address: string): string {
  const path = address.replace(/(?:\/index)?\.html$/, "").replace(/\/+$/, "");
  return path === "" ? "/" : path;
}
