import type { NodeHoverDrawingFunction } from "sigma/rendering";
import type { Theme } from "./theme.ts";

const PADDING = 6;
const GAP = 5;

/**
 * Makes the function that draws a ring around a page and its title in a box above, moved in from
 * the borders of the canvas.
 */
export function createHoverLabel<Attributes extends object>({
  ink,
  paper,
}: Theme): NodeHoverDrawingFunction<Attributes> {
  return (context, { x, y, size, label }, { labelFont, labelSize }) => {
    context.strokeStyle = ink;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, size + 2, 0, 2 * Math.PI);
    context.stroke();
    if (!label) return;

    context.font = `600 ${labelSize}px ${labelFont}`;
    const { devicePixelRatio } = window;
    const width = context.measureText(label).width + 2 * PADDING;
    const height = labelSize + 2 * PADDING;
    const left = clamp(x - width / 2, context.canvas.width / devicePixelRatio - width);
    const above = y - size - GAP - height;
    const top = above > 0 ? above : y + size + GAP;

    context.beginPath();
    context.roundRect(left, top, width, height, 4);
    context.fillStyle = paper;
    context.fill();
    context.lineWidth = 1;
    context.stroke();
    context.fillStyle = ink;
    context.fillText(label, left + PADDING, top + PADDING + labelSize * 0.85);
  };
}

function clamp(value: number, maximum: number): number {
  return Math.max(2, Math.min(value, maximum - 2));
}
