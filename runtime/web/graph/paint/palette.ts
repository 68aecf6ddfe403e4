/** Colours of the picture, which style sheets cannot change. */
export interface Palette {
  readonly ink: string;
  readonly paper: string;
  readonly ground: string;
  readonly edge: string;
  /** Colours of the sections, by index. */
  readonly sections: readonly string[];
}
