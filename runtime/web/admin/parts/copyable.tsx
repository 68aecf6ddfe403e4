import { CopyButton } from "./copy-button.tsx";
import "./copyable.css";

interface CopyableProps {
  readonly text: string;
  /** The name of the text. */
  readonly what: string;
}

/** A literal text with a button to copy it. */
export function Copyable({ text, what }: CopyableProps) {
  return (
    <span class="copyable">
      <code>{text}</code> <CopyButton text={text} what={what} />
    </span>
  );
}
