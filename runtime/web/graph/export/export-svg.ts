import type { Page } from "../data/link-graph.ts";
import { CAPTION_SIZE, type Caption } from "../paint/captions.ts";
import { FADED, FOCUS_WIDTH, shownLinks, shownPages } from "../paint/focus-parts.ts";
import type { Palette } from "../paint/palette.ts";
import { visibleLinks, visiblePages } from "../paint/scene.ts";
import type { Snapshot } from "../paint/snapshot.ts";
import { arrowOf, discOf, linkStyle, strokeOf } from "../paint/strokes.ts";
import { TITLE } from "../paint/title-places.ts";
import { escapeXml } from "./xml.ts";

interface Options {
  /** Title of the whole picture. */
  readonly title: string;
  readonly pages: readonly Pick<Page, "title">[];
}

/** Creates an SVG document of the visible part: lines, discs and text, each page with its title. */
export function createSvg(snapshot: Snapshot, { title, pages }: Options): string {
  const { scene, palette, focus } = snapshot;
  const { width, height } = scene.size;
  const links = visibleLinks(scene);
  const { width: thickness, opacity, hasArrows } = linkStyle(links.length);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" fill="${palette.ground}"/>`,
    `<g opacity="${focus ? FADED : 1}">`,
    `<g stroke="${palette.edge}" fill="${palette.edge}" stroke-width="${thickness}" opacity="${round(opacity)}">`,
    ...links.map((link) => drawLink(link, hasArrows ? thickness : null)),
    "</g>",
    ...visiblePages(scene).map(drawPage),
    "</g>",
    ...(focus ? shownLinks(scene, focus).map(drawFocusLink) : []),
    ...(focus ? shownPages(scene, focus).map(drawPage) : []),
    ...snapshot.captions.map((caption) => drawCaption(caption, palette)),
    ...drawTitles(snapshot),
    "</svg>",
    "",
  ].join("\n");

  function drawLink(link: number, arrowWidth: number | null): string {
    const stroke = strokeOf(scene, link);
    const [x1, y1, x2, y2] = [stroke.x1, stroke.y1, stroke.x2, stroke.y2].map(round);
    const line = `<path d="M${x1} ${y1}L${x2} ${y2}"/>`;
    const arrow = arrowWidth === null ? null : arrowOf(stroke, arrowWidth);
    return arrow ? `${line}<path stroke="none" d="M${arrow.map(round).join(" ")}z"/>` : line;
  }

  function drawFocusLink(link: number): string {
    const color = palette.sections[scene.plot.sections[scene.plot.links[2 * link]!]!]!;
    return `<g stroke="${color}" fill="${color}" stroke-width="${FOCUS_WIDTH}">${drawLink(link, FOCUS_WIDTH)}</g>`;
  }

  function drawPage(page: number): string {
    const { x, y, radius } = discOf(scene, page);
    const color = palette.sections[scene.plot.sections[page]!]!;
    const title = `<title>${escapeXml(pages[page]!.title)}</title>`;
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${color}">${title}</circle>`;
  }
}

function drawCaption({ text, x, y, section }: Caption, { ground, sections }: Palette): string {
  const font = `font-family="${TITLE.family}" font-size="${CAPTION_SIZE}" font-weight="700"`;
  const look = `fill="${sections[section]!}" stroke="${ground}" stroke-width="5" paint-order="stroke"`;
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="middle" ${font} ${look}>${escapeXml(text)}</text>`;
}

function drawTitles({ scene, palette, focus, titles, markedTitle }: Snapshot): string[] {
  const { size, family, gap } = TITLE;
  const texts = titles.map(drawText);
  if (focus !== null && focus.center !== null) {
    const { x, y, radius } = discOf(scene, focus.center);
    texts.push(drawText({ x: x + radius + gap, y: y + size / 3, text: markedTitle, isBold: true }));
  }
  const look = `fill="${palette.ink}" stroke="${palette.ground}" stroke-width="3" stroke-linejoin="round"`;
  return [
    `<g font-family="${family}" font-size="${size}" ${look} paint-order="stroke">`,
    ...texts,
    "</g>",
  ];
}

interface Text {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly isLeft?: boolean;
  readonly isBold?: boolean;
}

function drawText({ x, y, text, isLeft = false, isBold = false }: Text): string {
  const look = `${isLeft ? ' text-anchor="end"' : ""}${isBold ? ' font-weight="600"' : ""}`;
  return `<text x="${round(x)}" y="${round(y)}"${look}>${escapeXml(text)}</text>`;
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
