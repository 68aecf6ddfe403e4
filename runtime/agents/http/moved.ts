import { headersOf, type Reply } from "../../docs/http/reply.ts";
import type { Addresses } from "../addresses.ts";
import type { Place } from "./find-place.ts";

type MovedPlace = Extract<Place, { readonly kind: "moved" }>;

/** Leads the readers of an address to where its content is now, in the form in which they asked. */
export function movedPage(addresses: Addresses, { address, form, to }: MovedPlace): Reply {
  const { doc, anchor } = to;
  const location = (fragment?: string) =>
    form === "file" ? addresses.markdown(doc, fragment) : addresses.negotiated(doc, fragment);
  const isHeading = doc.headings.some((heading) => heading.anchor === anchor);
  const section = isHeading ? `?section=${encodeURIComponent(anchor!)}` : "";
  // No server sees a fragment, so an answer with one section has its anchor in the parameter.
  const target = address.section === null ? location(anchor ?? "") : location() + section;
  return {
    status: 308,
    headers: {
      ...headersOf("text/markdown"),
      // Browsers would otherwise keep the redirect for good, and the docs may have the page again.
      "Cache-Control": "public, max-age=0, must-revalidate",
      Location: target,
    },
    body: `# Moved\n\nThe new address is ${target}\n`,
  };
}
