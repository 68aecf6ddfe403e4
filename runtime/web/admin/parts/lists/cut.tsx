interface CutProps {
  readonly text: string;
}

/** The beginning of a text, in a table; its title is the whole text. Without a text, the cell is empty. */
export function Cut({ text }: CutProps) {
  return text === "" ? null : <bdi title={text}>{text}</bdi>;
}
