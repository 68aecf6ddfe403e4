import { type Camera, fitCamera, type Point, panCamera, type Size, zoomCamera } from "./camera.ts";
import { createCameraMotion } from "./camera-motion.ts";

/** Maximum zoom on a selected page, relative to the whole graph. */
const FOCUS_ZOOM = 2.2;
/** Minimum zoom on a selected page, if some neighbours are far away. */
const LEAST_FOCUS_ZOOM = 1.3;
/** Pixels left free around a selected page and its neighbours. */
const FOCUS_PADDING = 64;
/** Limits of the scale, as factors of the one that shows everything. */
const ZOOM = { step: 1.5, least: 0.33, most: 60 };
/** Pages for each further factor of the largest scale: pages are small in a large graph. */
const PAGES_PER_ZOOM = 50;
/** Pixels that an arrow key moves the graph. */
const KEY_STEP = 80;

/** The position of the camera, and ways to move it. */
export interface CameraControl {
  readonly camera: Camera;
  /** The camera that shows everything. */
  readonly whole: Camera;
  /** Takes new positions of the pages; the camera follows them until a person has moved it. */
  fit(positions: Float32Array, size: Size): void;
  pan(by: Point): void;
  /** Moves the graph by steps to the right and down. */
  panBySteps(steps: Point): void;
  zoom(at: Point, factor: number): void;
  zoomIn(at?: Point): void;
  zoomOut(): void;
  showAll(): void;
  /** Brings points of the graph into sight: x and y of each in turn. */
  showPoints(positions: Float32Array): void;
  /** Zooms in on a point of the graph, so that everything within a distance of it is in sight. */
  approach(point: Point, reach: number): void;
}

interface Options {
  readonly positions: Float32Array;
  readonly size: Size;
  onMove(): void;
}

/** Creates the control of a camera that starts by showing everything. */
export function createCameraControl({
  positions,
  size: startSize,
  onMove,
}: Options): CameraControl {
  let size = startSize;
  let whole = fitCamera(positions, size);
  let isMoved = false;
  let isZoomed = false;
  const most = Math.max(ZOOM.most, positions.length / 2 / PAGES_PER_ZOOM);
  const motion = createCameraMotion(whole, onMove);

  function zoomed(camera: Camera, at: Point, factor: number): Camera {
    isMoved = isZoomed = true;
    const limits = { least: whole.scale * ZOOM.least, most: whole.scale * most };
    const scale = Math.min(limits.most, Math.max(limits.least, camera.scale * factor));
    return zoomCamera(camera, { at, scale, size });
  }

  function zoomStep(factor: number, at: Point = { x: size.width / 2, y: size.height / 2 }): void {
    motion.travel(zoomed(motion.goal, at, factor));
  }

  function pan(by: Point): void {
    isMoved = true;
    motion.jump(panCamera(motion.camera, by));
  }

  return {
    get camera() {
      return motion.camera;
    },
    get whole() {
      return whole;
    },
    fit(next, nextSize) {
      size = nextSize;
      whole = fitCamera(next, size);
      if (!isMoved) motion.jump(whole);
    },
    pan,
    panBySteps: ({ x, y }) => pan({ x: x * KEY_STEP, y: y * KEY_STEP }),
    zoom: (at, factor) => motion.jump(zoomed(motion.camera, at, factor)),
    zoomIn: (at) => zoomStep(ZOOM.step, at),
    zoomOut: () => zoomStep(1 / ZOOM.step),
    showAll() {
      isMoved = isZoomed = false;
      motion.travel(whole);
    },
    showPoints(positions) {
      isMoved = true;
      const { scale, ...middle } = fitCamera(positions, size);
      motion.travel({ ...middle, scale: Math.min(scale, whole.scale * FOCUS_ZOOM) });
    },
    approach({ x, y }, reach) {
      isMoved = true;
      motion.travel({ x, y, scale: approachScale(reach) });
    },
  };

  function approachScale(reach: number): number {
    const nearest = whole.scale * FOCUS_ZOOM;
    // Keeps the scale of a person who has zoomed in further.
    if (isZoomed && motion.goal.scale > nearest) return motion.goal.scale;
    const room = Math.max(1, Math.min(size.width, size.height) / 2 - FOCUS_PADDING);
    return Math.max(
      whole.scale * LEAST_FOCUS_ZOOM,
      Math.min(nearest, room / Math.max(reach, Number.EPSILON)),
    );
  }
}
