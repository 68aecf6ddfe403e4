/** Degrees between the hues of neighbours; the golden angle never repeats a hue. */
const HUE_STEP = 137.508;
const FIRST_HUE = 255;
const CHROMA = 0.13;

/** Alternating lightness, so that similar hues differ in lightness. */
const LIGHTNESS = { light: [0.52, 0.62, 0.42], dark: [0.76, 0.66, 0.86] };

/** The background that a colour is meant for. */
export type Scheme = keyof typeof LIGHTNESS;

/**
 * Returns the colour of a section, with a contrast of at least 3 to 1 to the background.
 *
 * @param index Index of the section among all sections.
 * @returns For example `#2f6db0`.
 */
export function sectionColor(index: number, scheme: Scheme): string {
  const lightness = LIGHTNESS[scheme][index % 3]!;
  const hue = ((FIRST_HUE + index * HUE_STEP) * Math.PI) / 180;
  return oklabToHex(lightness, CHROMA * Math.cos(hue), CHROMA * Math.sin(hue));
}

/** Converts with the matrices of CSS Color 4, section 10; colours outside sRGB are clipped. */
function oklabToHex(lightness: number, a: number, b: number): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map(toHexByte).join("")}`;
}

function toHexByte(linear: number): string {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}
