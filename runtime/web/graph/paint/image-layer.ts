import type { Camera, Size } from "../camera/camera.ts";
import { element } from "../dom.ts";

/** The content of an image. */
interface Shot {
  readonly camera: Camera;
  /** In CSS pixels. */
  readonly size: Size;
}

/** Shows one image of the graph, positioned for the current camera. */
export interface ImageLayer {
  put(image: ImageBitmap, shot: Shot): void;
  /** Moves and scales the image to match a camera. */
  follow(camera: Camera): void;
  /** Returns whether the image contains everything in sight, at a scale close to its own. */
  covers(view: Shot): boolean;
}

/** Scales beyond which an image is too coarse, or too detailed. */
const SCALES = { least: 0.6, most: 2 };

/** Adds the layer to an element whose middle is the camera's. */
export function createImageLayer(root: HTMLElement): ImageLayer {
  const canvas = element("canvas", { className: "image" });
  const context = canvas.getContext("bitmaprenderer")!;
  let shown: Shot | null = null;
  root.prepend(canvas);

  return {
    put(image, shot) {
      shown = shot;
      canvas.width = image.width;
      canvas.height = image.height;
      context.transferFromImageBitmap(image);
      canvas.style.width = `${shot.size.width}px`;
      canvas.style.height = `${shot.size.height}px`;
    },
    follow(camera) {
      if (shown) canvas.style.transform = placeOf(shown.camera, camera);
    },
    covers: ({ camera, size }) => shown !== null && covers(shown, { camera, size }),
  };
}

function placeOf(own: Camera, { x, y, scale }: Camera): string {
  const [right, down] = [(own.x - x) * scale, (own.y - y) * scale];
  return `translate(-50%, -50%) translate(${right}px, ${down}px) scale(${scale / own.scale})`;
}

function covers({ camera: own, size: whole }: Shot, { camera, size }: Shot): boolean {
  const factor = camera.scale / own.scale;
  if (factor < SCALES.least || factor > SCALES.most) return false;
  const across = Math.abs(own.x - camera.x) * camera.scale + size.width / 2;
  const down = Math.abs(own.y - camera.y) * camera.scale + size.height / 2;
  return across <= (whole.width / 2) * factor && down <= (whole.height / 2) * factor;
}
