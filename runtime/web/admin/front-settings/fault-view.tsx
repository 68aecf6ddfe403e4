import { placeOf } from "../../../http/json-scan.ts";
import type { Fault } from "./find-fault.ts";

interface FaultViewProps {
  readonly text: string;
  readonly fault: Fault;
}

/** Characters of a long line shown on either side of the fault. */
const AROUND = 32;

/** A fault in a JSON text: the message, line and column, and the line with a caret below it. */
export function FaultView({ text, fault: { message, offset } }: FaultViewProps) {
  const { line, column } = placeOf(text, offset);
  const whole = text.split("\n")[line - 1]!;
  const from = Math.max(0, column - 1 - AROUND);
  const shown = whole.slice(from, column - 1 + AROUND);
  return (
    <>
      <p>
        <strong>
          Line {line}, column {column}:
        </strong>{" "}
        {message}
      </p>
      <pre>
        {from > 0 && "…"}
        {shown}
        {"\n"}
        {/* The same text, invisible, so that the caret is below its place whatever the widths. */}
        <span class="unshown" aria-hidden="true">
          {from > 0 && "…"}
          {whole.slice(from, column - 1)}
        </span>
        <span class="caret">^</span>
      </pre>
    </>
  );
}
