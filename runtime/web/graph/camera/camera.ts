/** A point in the graph, or on the screen in CSS pixels from the top left of the picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The visible part of the graph. */
export interface Camera extends Point {
  /** CSS pixels per unit of the graph. */
  readonly scale: number;
}

/** Pixels left free around the graph when all of it is shown. */
const PADDING = 48;

/** Returns the camera that shows every page. */
export function fitCamera(positions: Float32Array, { width, height }: Size): Camera {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 2) {
    left = Math.min(left, positions[i]!);
    right = Math.max(right, positions[i]!);
    top = Math.min(top, positions[i + 1]!);
    bottom = Math.max(bottom, positions[i + 1]!);
  }
  const across = Math.max(width - 2 * PADDING, PADDING) / Math.max(right - left, 1);
  const down = Math.max(height - 2 * PADDING, PADDING) / Math.max(bottom - top, 1);
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(across, down) };
}

/** Converts a point in the graph to a point on the screen. */
export function toScreen(point: Point, { x, y, scale }: Camera, { width, height }: Size): Point {
  return { x: (point.x - x) * scale + width / 2, y: (point.y - y) * scale + height / 2 };
}

/** Converts a point on the screen to a point in the graph. */
export function toGraph(point: Point, { x, y, scale }: Camera, { width, height }: Size): Point {
  return { x: (point.x - width / 2) / scale + x, y: (point.y - height / 2) / scale + y };
}

/** Moves the camera so that the graph moves by a number of pixels. */
export function panCamera({ x, y, scale }: Camera, by: Point): Camera {
  return { x: x - by.x / scale, y: y - by.y / scale, scale };
}

/**
 * Changes the scale around a point on the screen, which keeps showing the same point of the graph.
 *
 * @param options.scale The new scale.
 */
export function zoomCamera(
  camera: Camera,
  { at, scale, size }: { at: Point; scale: number; size: Size },
): Camera {
  const fixed = toGraph(at, camera, size);
  const moved = toScreen(fixed, { ...camera, scale }, size);
  return panCamera({ ...camera, scale }, { x: at.x - moved.x, y: at.y - moved.y });
}

/** Returns the camera part of the way between two others; scales change by equal factors. */
export function betweenCameras(from: Camera, to: Camera, share: number): Camera {
  const scale = from.scale * (to.scale / from.scale) ** share;
  // The share of the way at which a straight zoom would also move the centre.
  const moved =
    Math.abs(to.scale - from.scale) < 1e-9 * from.scale
      ? share
      : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  return { x: from.x + (to.x - from.x) * moved, y: from.y + (to.y - from.y) * moved, scale };
}
