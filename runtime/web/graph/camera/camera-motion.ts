import { betweenCameras, type Camera } from "./camera.ts";

const MOTION_MS = 400;

/** Holds the camera and moves it, at once or within a moment. */
export interface CameraMotion {
  readonly camera: Camera;
  /** Sets the camera and ends any movement. */
  jump(camera: Camera): void;
  /** Moves the camera; at once if the person prefers reduced motion. */
  travel(camera: Camera): void;
  /** The destination of the camera, or its position. */
  readonly goal: Camera;
}

/** Creates the holder of the camera. @param onMove Called after each change. */
export function createCameraMotion(start: Camera, onMove: () => void): CameraMotion {
  let camera = start;
  let goal = start;
  let frame = 0;

  function jump(next: Camera): void {
    cancelAnimationFrame(frame);
    camera = goal = next;
    onMove();
  }

  function travel(next: Camera): void {
    if (wantsNoMotion()) {
      jump(next);
      return;
    }
    cancelAnimationFrame(frame);
    const from = camera;
    const started = performance.now();
    goal = next;
    frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, Math.max(0, (now - started) / MOTION_MS));
      camera = share === 1 ? next : betweenCameras(from, next, ease(share));
      if (share < 1) frame = requestAnimationFrame(step);
      onMove();
    });
  }

  return {
    get camera() {
      return camera;
    },
    get goal() {
      return goal;
    },
    jump,
    travel,
  };
}

function wantsNoMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Starts and ends slowly. */
function ease(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2;
}
