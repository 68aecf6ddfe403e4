/** Colours of the picture, which style sheets do not reach. */
export interface Palette {
  readonly ink: string;
  readonly paper: string;
  readonly ground: string;
  readonly edge: string;
  /** Of each section, by its place. */
  readonly sections: readonly string[];
}
