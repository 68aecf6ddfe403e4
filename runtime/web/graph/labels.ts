import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from "sigma/rendering";
import type { Theme } from "./theme.ts";

const PADDING = 6;
const GAP = 5;
const HALO = 3;

/** The functions that draw the title of a page: plain, and of the page that is looked at. */
interface Labels<Attributes extends object> {
  drawLabel: NodeLabelDrawingFunction<Attributes>;
  drawMarkedLabel: NodeHoverDrawingFunction<Attributes>;
}

/** Makes the functions that draw titles in the colours of a theme. */
export function createLabels<Attributes extends object>(theme: Theme): Labels<Attributes> {
  return {
    drawLabel(context, { x, y, size, label, highlighted }, { labelFont, labelSize }) {
      if (!label || highlighted) return;
      context.font = `${labelSize}px ${labelFont}`;
      context.lineJoin = "round";
      context.lineWidth = HALO;
      context.strokeStyle = theme.ground;
      context.fillStyle = theme.ink;
      const baseline = y + labelSize / 3;
      context.strokeText(label, x + size + GAP, baseline);
      context.fillText(label, x + size + GAP, baseline);
    },
    drawMarkedLabel(context, { x, y, size, label }, { labelFont, labelSize }) {
      drawRing(context, { x, y, radius: size + 2, color: theme.ink });
      if (!label) return;
      context.font = `600 ${labelSize}px ${labelFont}`;
      const width = context.measureText(label).width + 2 * PADDING;
      const height = labelSize + 2 * PADDING;
      const above = y - size - GAP - height;
      const left = keepInside(x - width / 2, { width, canvas: context.canvas });
      const top = above > 0 ? above : y + size + GAP;
      context.beginPath();
      context.roundRect(left, top, width, height, 4);
      context.fillStyle = theme.paper;
      context.fill();
      context.lineWidth = 1;
      context.stroke();
      context.fillStyle = theme.ink;
      context.fillText(label, left + PADDING, top + PADDING + labelSize * 0.85);
    },
  };
}

function drawRing(
  context: CanvasRenderingContext2D,
  { x, y, radius, color }: { x: number; y: number; radius: number; color: string },
): void {
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

/** Moves the left side of a box so that the box stays on the canvas. */
function keepInside(
  left: number,
  { width, canvas }: { width: number; canvas: HTMLCanvasElement },
): number {
  const room = canvas.width / window.devicePixelRatio - width - HALO;
  return Math.max(HALO, Math.min(left, room));
}
