import DOMPurify from "dompurify";

/** Elements of text. There are none that load, that run, that are filled in, or that cover the page. */
const ELEMENTS =
  "a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em " +
  "figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt ruby s samp " +
  "section small span strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr";

const ATTRIBUTES =
  "align alt checked colspan data-box data-lang data-meta data-start data-tab data-tabs dir href id lang open reversed rowspan scope start title type";

const OPTIONS = {
  ALLOWED_TAGS: ELEMENTS.split(" "),
  ALLOWED_ATTR: ATTRIBUTES.split(" "),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

/**
 * Parses HTML that anybody may have written, and keeps what is text of a page (ATTACK-M152,
 * ATTACK-M153). Nothing of it can look or act like the page around it: it has no classes, and no
 * ids that are taken (ATTACK-M154).
 */
export function toSafeFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, OPTIONS);
  for (const element of fragment.querySelectorAll("[id]")) {
    if (document.getElementById(element.id)) element.removeAttribute("id");
  }
  for (const link of fragment.querySelectorAll('a[href=""]')) link.removeAttribute("href");
  for (const image of fragment.querySelectorAll("img")) image.replaceWith(textFor(image));
  for (const input of fragment.querySelectorAll("input")) {
    input.replaceWith(input.type === "checkbox" ? (input.checked ? "☑" : "☐") : "");
  }
  return fragment;
}

/** Images are not served, and those of other hosts would tell them who reads (ATTACK-M155). */
function textFor({ alt }: HTMLImageElement): HTMLElement {
  const text = document.createElement("span");
  text.className = "image";
  text.textContent = alt;
  return text;
}
