import { type PrintedLedger, pathOf } from "../printed.ts";
import { escapeScript } from "./html.ts";

/**
 * Leads readers on whose fragment the page does not have. It knows its own address as the slug, with
 * or without `/index`, `.html` or a slash at the end.
 */
const CODE =
  '(m=>{let f=()=>{let h=location.hash,t=m.get(location.pathname.replace(/(\\/index)?(\\.html)?\\/?$/,"")+h);' +
  "t&&!document.getElementById(h.slice(1))&&!document.getElementById(decodeURIComponent(h.slice(1)))&&location.replace(t)};" +
  'addEventListener("hashchange",f);document.readyState=="loading"?addEventListener("DOMContentLoaded",f):f()})';

/** Returns a script for the pages that are left, or for the 404 page. */
export function printScript({ pages, fragments }: PrintedLedger): string {
  const targets = new Map<string, string>();
  const redirected = new Map(pages.map(({ from, to }) => [from, to]));
  for (const { from, anchor, to } of fragments) {
    targets.set(`${pathOf(from)}#${anchor}`, to);
    // The server redirects the page, and the browser takes the fragment along.
    const arrival = redirected.get(from);
    const landing = arrival && `${pathOf(arrival)}#${anchor}`;
    if (landing && !arrival.includes("#") && !targets.has(landing)) targets.set(landing, to);
  }
  return `${CODE}(new Map(${escapeScript(JSON.stringify([...targets]))}))\n`;
}
