import type { RefObject } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import "./code-field.css";
import { placeOf } from "../../../http/json-scan.ts";

interface CodeFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly isInvalid: boolean;
  /** The id of the element that shows the mistake. */
  readonly mistakeId: string;
  /** The marked line, counted from 1. */
  readonly faultyLine: number | undefined;
  /** Size of the text, in words. */
  readonly size: string;
  readonly onInput: (value: string) => void;
}

/** A text field with numbered lines. Tab leaves it, as in every other field. */
export function CodeField({
  field,
  label,
  hint,
  value,
  isInvalid,
  mistakeId,
  faultyLine,
  size,
  onInput,
}: CodeFieldProps) {
  const id = useId();
  const [caret, setCaret] = useState(0);
  const numbers = useRef<HTMLDivElement>(null);
  const lineCount = value.split("\n").length;
  const { line, column } = placeOf(value, caret);
  useLayoutEffect(() => {
    // This event of the document reports every movement of the caret, by key or by pointer.
    const follow = () => {
      if (document.activeElement === field.current) setCaret(field.current!.selectionStart);
    };
    document.addEventListener("selectionchange", follow);
    return () => document.removeEventListener("selectionchange", follow);
  }, [field]);

  return (
    <div class="field code-field">
      <label for={id}>{label}</label>
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
      <div class="code-frame">
        <div class="line-numbers" aria-hidden="true" ref={numbers}>
          {Array.from({ length: lineCount }, (_, index) => index + 1).map((number) => (
            <span key={number} class={number === faultyLine ? "faulty" : ""}>
              {number}
            </span>
          ))}
        </div>
        <textarea
          ref={field}
          id={id}
          value={value}
          rows={Math.min(Math.max(lineCount + 1, 8), 24)}
          wrap="off"
          spellcheck={false}
          autocapitalize="none"
          autocorrect="off"
          autocomplete="off"
          aria-describedby={`${id}-hint ${mistakeId}`}
          aria-invalid={isInvalid}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          onScroll={({ currentTarget }) => {
            numbers.current!.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <div class="code-foot">
        <span>
          Line {line}, column {column}
        </span>
        <span>{size}</span>
      </div>
    </div>
  );
}

/** Scrolls to a place in the text and puts the caret there. */
export function moveCaret(field: HTMLTextAreaElement, offset: number): void {
  field.focus();
  field.setSelectionRange(offset, offset);
  const { line } = placeOf(field.value, offset);
  const { lineHeight } = getComputedStyle(field);
  const middle = field.clientHeight / 2;
  field.scrollTop = (line - 1) * Number.parseFloat(lineHeight) - middle;
}
