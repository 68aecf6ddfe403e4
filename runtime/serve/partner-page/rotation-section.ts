import { html } from "hono/html";
import type { PartnerView } from "../../admin/partner-page/partner-view.ts";
import { formTo } from "./parts.ts";

/** How long an old secret can be good too, in hours. */
const OVERLAPS = [
  [24, "24 hours"],
  [72, "72 hours"],
  [1, "an hour"],
  [0, "not at all"],
] as const;

/** Shows the forms that replace secrets. */
export function rotationSection(
  { client, webhook }: PartnerView,
  { root }: { readonly root: string },
) {
  const ofKey = html`<label><input type="checkbox" required> The old raw key may stop working at once</label>
        <button>Replace the raw key</button>`;
  const ofClient = html`${overlap("Client-Overlap", "The old client secret works too for")}
        <button>Replace the client secret</button>`;
  const ofNotices = html`${overlap("Signing-Overlap", "The old signing secret signs too for")}
        <button>Replace the signing secret</button>`;
  return html`<section aria-labelledby="Rotation">
        <h2 id="Rotation">New secrets</h2>
        <p>Application tokens that were minted before stay valid.</p>
        ${client ? formTo({ root, path: "rotate-secret" }, ofClient) : ""}
        ${formTo({ root, path: "rotate-key" }, ofKey)}
        ${webhook?.signing === "v1" ? formTo({ root, path: "rotate-signing-secret" }, ofNotices) : ""}
      </section>`;
}

function overlap(id: string, label: string) {
  return html`<label for="${id}">${label}</label>
        <select id="${id}" name="overlapHours">${OVERLAPS.map(
          ([hours, text]) => html`<option value="${hours}">${text}</option>`,
        )}</select>`;
}
