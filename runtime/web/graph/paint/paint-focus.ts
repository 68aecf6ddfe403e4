import type { Focus } from "../camera/focus.ts";
import { FOCUS_WIDTH, shownLinks, shownPages } from "./focus-parts.ts";
import { paintCaptions, paintMarkedTitle, paintRing, paintTitles } from "./labels.ts";
import { type Context, paintPage, paintStroke } from "./paint.ts";
import type { Palette } from "./palette.ts";
import type { Scene } from "./scene.ts";
import type { Snapshot } from "./snapshot.ts";
import { discOf, strokeOf } from "./strokes.ts";

/** Paints the highlighted parts, then the names of sections and the titles. */
export function paintForeground(context: Context, snapshot: Snapshot): void {
  const { scene, focus, titles, captions, markedTitle, palette } = snapshot;
  if (focus) paintFocus(context, scene, focus, palette);
  paintCaptions(context, captions, palette);
  paintTitles(context, titles, palette);
  if (focus === null || focus.center === null) return;
  const disc = discOf(scene, focus.center);
  paintMarkedTitle(context, { disc, text: markedTitle, width: scene.size.width }, palette);
}

function paintFocus(context: Context, scene: Scene, focus: Focus, palette: Palette): void {
  const { sections, links } = scene.plot;
  context.lineWidth = FOCUS_WIDTH;
  for (const link of shownLinks(scene, focus)) {
    context.strokeStyle = context.fillStyle = palette.sections[sections[links[2 * link]!]!]!;
    paintStroke(context, strokeOf(scene, link), { width: FOCUS_WIDTH, hasArrows: true });
  }
  for (const page of shownPages(scene, focus)) {
    context.fillStyle = palette.sections[sections[page]!]!;
    paintPage(context, scene, page);
    if (focus.center !== null) continue;
    context.strokeStyle = palette.ink;
    paintRing(context, discOf(scene, page));
  }
}
