export const TUNE: any = {
  bare: 0.8, stem: 0.7, beginning: 0.6, corrected: 0.6,
  k: 1.2, b: 0.5, bh: 0.3, title: 6, description: 1.5, titleAbove: 2, descriptionAbove: 0.3, heading: 6, above: 2, share: 0,
  near: 0.5, headNear: 0.5, headFit: 1, titleFit: 1, pathFit: 0, top: 48, read: 16, first: 0,
  below: 30, tier: 0, upto: 2,
  ...(globalThis as any).TUNE,
};
