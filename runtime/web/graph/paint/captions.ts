import { type Point, toScreen } from "../camera/camera.ts";
import { type Scene, visiblePages } from "./scene.ts";
import { TITLE, type Title } from "./title-places.ts";

/** The name of a section over its pages. */
export interface Caption extends Point {
  /** `x` is the middle of the text, `y` its baseline; in CSS pixels. */
  readonly text: string;
  /** Index of the section. */
  readonly section: number;
}

/** Size of the text in CSS pixels. */
export const CAPTION_SIZE = 17;

/** Pages in sight above which sections are named; with fewer, titles tell enough. */
const CROWD = 300;
/** Share of all pages below which a section has no caption. */
const LEAST_SHARE = 0.01;
/** Width of a bold letter relative to the font size. */
const LETTER = 0.62;

/** Names the sections in sight, the largest first, each in the middle of its pages. */
export function chooseCaptions(scene: Scene, names: readonly string[]): Caption[] {
  if (visiblePages(scene).length <= CROWD) return [];
  const captions: Caption[] = [];
  for (const { section, middle } of middlesOf(scene)) {
    if (scene.hidden.has(section)) continue;
    const { x, y } = toScreen(middle, scene.camera, scene.size);
    const caption = { x, y: y + CAPTION_SIZE / 3, section, text: names[section]! };
    if (isInside(caption, scene) && captions.every((other) => isApart(caption, other))) {
      captions.push(caption);
    }
  }
  return captions;
}

/** The space of a caption, as titles know it. */
export function asTitle(caption: Caption): Title {
  const width = widthOf(caption);
  return { ...caption, x: caption.x - width / 2, width, isLeft: false };
}

interface Middle {
  readonly section: number;
  readonly middle: Point;
}

/** They are the same in each frame, as long as no page moves. */
const known = new WeakMap<Scene["positions"], readonly Middle[]>();

function middlesOf(scene: Scene): readonly Middle[] {
  const middles = known.get(scene.positions) ?? findMiddles(scene);
  known.set(scene.positions, middles);
  return middles;
}

/** Finds where most pages of each section are, the largest section first. */
function findMiddles({ plot, positions }: Scene): Middle[] {
  const bySection = Map.groupBy(plot.sections.keys(), (page) => plot.sections[page]!);
  return [...bySection]
    .filter(([, pages]) => pages.length >= plot.sections.length * LEAST_SHARE)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([section, pages]) => ({
      section,
      middle: {
        x: median(pages.map((page) => positions[2 * page]!)),
        y: median(pages.map((page) => positions[2 * page + 1]!)),
      },
    }));
}

/** Unlike the mean, it is not moved by few pages far away. */
function median(numbers: readonly number[]): number {
  return Float64Array.from(numbers).sort()[numbers.length >> 1]!;
}

function widthOf({ text }: Caption): number {
  return text.length * CAPTION_SIZE * LETTER;
}

function isInside(caption: Caption, { size }: Scene): boolean {
  const half = widthOf(caption) / 2;
  const isAcross = caption.x >= half && caption.x + half <= size.width;
  return isAcross && caption.y >= CAPTION_SIZE && caption.y <= size.height;
}

function isApart(a: Caption, b: Caption): boolean {
  return (
    Math.abs(a.y - b.y) >= CAPTION_SIZE + 4 ||
    Math.abs(a.x - b.x) >= (widthOf(a) + widthOf(b)) / 2 + TITLE.gap
  );
}
