import { html } from "hono/html";
import type { PartnerView } from "../../admin/partner-page/partner-view.ts";
import { formTo } from "./parts.ts";

/** How long the old client secret can work too, in hours. */
const OVERLAPS = [
  [24, "24 hours"],
  [72, "72 hours"],
  [1, "an hour"],
  [0, "not at all"],
] as const;

/** Shows the forms that replace secrets. */
export function rotationSection({ client }: PartnerView, { root }: { readonly root: string }) {
  const ofClient = html`<label for="Overlap">The old client secret works too for</label>
        <select id="Overlap" name="overlapHours">${OVERLAPS.map(
          ([hours, text]) => html`<option value="${hours}">${text}</option>`,
        )}</select>
        <button>Replace the client secret</button>`;
  const ofKey = html`<label><input type="checkbox" required> The old raw key may stop working at once</label>
        <button>Replace the raw key</button>`;
  return html`<section aria-labelledby="Rotation">
        <h2 id="Rotation">New secrets</h2>
        <p>Application tokens that were minted before stay valid.</p>
        ${client ? formTo({ root, path: "rotate-secret" }, ofClient) : ""}
        ${formTo({ root, path: "rotate-key" }, ofKey)}
      </section>`;
}
