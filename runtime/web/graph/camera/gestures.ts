import type { Point } from "./camera.ts";

/** Gestures on the picture; points in CSS pixels from its top left. */
export interface Gestures {
  onPan(by: Point): void;
  /** @param factor the factor of the scale */
  onZoom(at: Point, factor: number): void;
  onPoint(at: Point | null): void;
  onPress(at: Point): void;
  onDoublePress(at: Point): void;
}

/** Pixels that a pointer may move during a press. */
const STILL_PX = 4;
/** Effect of one pixel of the wheel, as the logarithm of a factor. */
const WHEEL_STEP = 0.0016;
/** Pixels of a line and of a page, for wheels that report these. */
const WHEEL_UNITS = [1, 16, 400];

/** Listens to mouse, pen, touch and wheel. */
export function listenToGestures(root: HTMLElement, gestures: Gestures): void {
  const pointers = new Map<number, Point>();
  let travelled = 0;

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    root.setPointerCapture(event.pointerId);
    if (pointers.size === 0) travelled = 0;
    pointers.set(event.pointerId, placeOf(event));
  });
  root.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    const now = placeOf(event);
    if (!before) {
      gestures.onPoint(event.pointerType === "touch" ? null : now);
      return;
    }
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled <= STILL_PX && pointers.size === 1) return;
    const other = Array.from(pointers).find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    if (other) pinch(other, before, now);
    else gestures.onPan({ x: now.x - before.x, y: now.y - before.y });
  });
  for (const type of ["pointerup", "pointercancel"] as const) {
    root.addEventListener(type, (event) => {
      const pressed = pointers.delete(event.pointerId) && type === "pointerup";
      if (pressed && pointers.size === 0 && travelled <= STILL_PX) gestures.onPress(placeOf(event));
    });
  }
  root.addEventListener("pointerleave", () => gestures.onPoint(null));
  root.addEventListener("dblclick", (event) => gestures.onDoublePress(placeOf(event)));
  root.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const pixels = event.deltaY * (WHEEL_UNITS[event.deltaMode] ?? 1);
      gestures.onZoom(placeOf(event), Math.exp(-pixels * WHEEL_STEP));
    },
    { passive: false },
  );

  /** Two fingers: the point between them follows their distance and their middle. */
  function pinch(other: Point, before: Point, now: Point): void {
    gestures.onPan({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
    const factor = distance(other, now) / Math.max(1, distance(other, before));
    gestures.onZoom({ x: (other.x + now.x) / 2, y: (other.y + now.y) / 2 }, factor);
  }

  function placeOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = root.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
