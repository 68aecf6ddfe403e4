import { element } from "../dom.ts";

/** Returns whether this browser can draw the graph: on the page, and in a worker. */
export function canDraw(): boolean {
  return "OffscreenCanvas" in window && element("canvas").getContext("2d") !== null;
}
