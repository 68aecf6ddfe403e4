import { CAPTION_SIZE, type Caption } from "./captions.ts";
import type { Context } from "./paint.ts";
import type { Palette } from "./palette.ts";
import type { Disc } from "./strokes.ts";
import { TITLE, type Title } from "./title-places.ts";

const PADDING = 6;
const HALO = 4;

/** Draws titles next to their pages, with a halo that keeps them readable over links. */
export function paintTitles(context: Context, titles: readonly Title[], palette: Palette): void {
  context.font = `${TITLE.size}px ${TITLE.family}`;
  context.lineJoin = "round";
  context.lineWidth = HALO;
  context.strokeStyle = palette.ground;
  context.fillStyle = palette.ink;
  for (const { text, x, y, isLeft } of titles) {
    context.textAlign = isLeft ? "right" : "left";
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
  context.textAlign = "left";
}

/** Draws the names of sections in their colours. */
export function paintCaptions(
  context: Context,
  captions: readonly Caption[],
  palette: Palette,
): void {
  context.font = `700 ${CAPTION_SIZE}px ${TITLE.family}`;
  context.lineJoin = "round";
  context.lineWidth = HALO + 2;
  context.strokeStyle = palette.ground;
  context.textAlign = "center";
  for (const { text, x, y, section } of captions) {
    context.fillStyle = palette.sections[section]!;
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
  context.textAlign = "left";
}

/** Draws the title of the selected page in a box, and a ring around the page. */
export function paintMarkedTitle(
  context: Context,
  { disc, text, width }: { disc: Disc; text: string; width: number },
  palette: Palette,
): void {
  context.strokeStyle = context.fillStyle = palette.ink;
  paintRing(context, disc);
  context.font = `600 ${TITLE.size}px ${TITLE.family}`;
  const box = placeBox(disc, { wide: context.measureText(text).width, room: width });
  context.beginPath();
  context.roundRect(box.left, box.top, box.width, box.height, 4);
  context.fillStyle = palette.paper;
  context.fill();
  context.lineWidth = 1;
  context.stroke();
  context.fillStyle = palette.ink;
  context.fillText(text, box.left + PADDING, box.top + PADDING + TITLE.size * 0.85);
}

/** Draws a ring around a page. */
export function paintRing(context: Context, { x, y, radius }: Disc): void {
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, radius + 2, 0, 2 * Math.PI);
  context.stroke();
}

/** Places a box above a page, or below if there is no room, and inside the picture. */
function placeBox(
  { x, y, radius }: Disc,
  { wide, room }: { wide: number; room: number },
): { left: number; top: number; width: number; height: number } {
  const width = wide + 2 * PADDING;
  const height = TITLE.size + 2 * PADDING;
  const above = y - radius - TITLE.gap - height;
  return {
    left: Math.max(HALO, Math.min(x - width / 2, room - width - HALO)),
    top: above > 0 ? above : y + radius + TITLE.gap,
    width,
    height,
  };
}
