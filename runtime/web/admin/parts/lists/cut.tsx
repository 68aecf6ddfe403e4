interface CutProps {
  readonly text: string;
}

/** A text of which a table shows the beginning; its title is the whole. Nothing leaves its cell empty. */
export function Cut({ text }: CutProps) {
  return text === "" ? null : <bdi title={text}>{text}</bdi>;
}
