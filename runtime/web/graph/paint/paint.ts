import type { Palette } from "./palette.ts";
import { type Scene, visibleLinks, visiblePages } from "./scene.ts";
import { arrowOf, discOf, linkStyle, type Stroke, strokeOf } from "./strokes.ts";

/** A canvas's context, on the page or in a worker. */
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Paints all links in sight, then all pages in sight. */
export function paintScene(context: Context, scene: Scene, palette: Palette): void {
  const links = visibleLinks(scene);
  const { width, opacity, hasArrows } = linkStyle(links.length);
  context.globalAlpha *= opacity;
  context.strokeStyle = context.fillStyle = palette.edge;
  context.lineWidth = hasArrows ? width : devicePixel(context);
  for (const link of links) paintStroke(context, strokeOf(scene, link), { width, hasArrows });
  context.globalAlpha /= opacity;
  for (const page of visiblePages(scene)) {
    context.fillStyle = palette.sections[scene.plot.sections[page]!]!;
    paintPage(context, scene, page);
  }
}

/**
 * Paints one link in the current colours. Each link is a separate path: one path of many takes far
 * longer.
 */
export function paintStroke(
  context: Context,
  stroke: Stroke,
  { width, hasArrows }: { width: number; hasArrows: boolean },
): void {
  context.beginPath();
  context.moveTo(stroke.x1, stroke.y1);
  context.lineTo(stroke.x2, stroke.y2);
  context.stroke();
  const arrow = hasArrows ? arrowOf(stroke, width) : null;
  if (!arrow) return;
  context.beginPath();
  for (let i = 0; i < arrow.length; i += 2) context.lineTo(arrow[i]!, arrow[i + 1]!);
  context.fill();
}

/** Paints the disc of a page in the current colour. */
export function paintPage(context: Context, scene: Scene, page: number): void {
  const { x, y, radius } = discOf(scene, page);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Returns the width of the thinnest line that is drawn fast and evenly. */
function devicePixel(context: Context): number {
  return 1 / context.getTransform().a;
}
