import { CopyButton } from "./copy-button.tsx";
import "./copyable.css";

interface CopyableProps {
  readonly text: string;
  /** What it is. */
  readonly what: string;
}

/** A text that stands for nothing but itself, with a way to take it along. */
export function Copyable({ text, what }: CopyableProps) {
  return (
    <span class="copyable">
      <code>{text}</code> <CopyButton text={text} what={what} />
    </span>
  );
}
