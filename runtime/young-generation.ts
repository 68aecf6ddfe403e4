import { setFlagsFromString } from "node:v8";

/**
 * Keeps the young generation of V8's heap as large as it is. It grows with what survives in it, so
 * most of all while a corpus is loaded, and is never made smaller: memory that requests do not need,
 * for they leave little behind, and that takes longer to collect.
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
