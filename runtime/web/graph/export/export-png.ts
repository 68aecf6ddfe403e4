import { FADED } from "../paint/focus-parts.ts";
import { paintScene } from "../paint/paint.ts";
import { paintForeground } from "../paint/paint-focus.ts";
import type { Snapshot } from "../paint/snapshot.ts";

/** Image pixels per pixel of the picture, so that the image is sharp in print. */
const DENSITY = 2;

/**
 * Creates a PNG of the visible part.
 *
 * @throws {Error} If the browser has no memory for an image of that size.
 */
export async function createPng(snapshot: Snapshot): Promise<Blob> {
  const { scene, palette, focus } = snapshot;
  const { width, height } = scene.size;
  const canvas = new OffscreenCanvas(width * DENSITY, height * DENSITY);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The browser cannot create a canvas for it.");
  context.scale(DENSITY, DENSITY);
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = focus ? FADED : 1;
  paintScene(context, scene, palette);
  context.globalAlpha = 1;
  paintForeground(context, snapshot);
  return canvas.convertToBlob({ type: "image/png" });
}
