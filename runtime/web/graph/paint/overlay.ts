import type { Size } from "../camera/camera.ts";
import { element } from "../dom.ts";

/**
 * The canvas over the image of the graph, redrawn at each frame: few things, by the page itself.
 */
export interface Overlay {
  /** Clears the canvas, resizes it to the picture, and lets `paint` draw in CSS pixels. */
  draw(size: Size, paint: (context: CanvasRenderingContext2D) => void): void;
}

/**
 * Adds the canvas.
 *
 * @param onLost Called if the browser has lost the content of canvases, for example after a failure
 *   of the graphics card, and they can be drawn again.
 */
export function createOverlay(root: HTMLElement, onLost: () => void): Overlay {
  const canvas = element("canvas", { className: "overlay" });
  const context = canvas.getContext("2d")!;
  canvas.addEventListener("contextrestored", onLost);
  root.append(canvas);

  return {
    draw({ width, height }, paint) {
      const density = window.devicePixelRatio;
      const [across, down] = [Math.round(width * density), Math.round(height * density)];
      if (canvas.width !== across) canvas.width = across;
      if (canvas.height !== down) canvas.height = down;
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, width, height);
      paint(context);
    },
  };
}
