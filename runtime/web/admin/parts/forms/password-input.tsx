import type { InputEventHandler } from "preact";
import { useState } from "preact/hooks";
import "./password-input.css";

interface PasswordInputProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly required: boolean;
  readonly autocomplete: string;
  readonly minLength: number | undefined;
  readonly onInput: InputEventHandler<HTMLInputElement>;
  readonly "aria-describedby": string;
  readonly "aria-invalid": boolean;
}

/** A field for a password, which the person may look at. */
export function PasswordInput({ autocomplete, ...attributes }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const shared = { ...attributes, spellcheck: false, autocapitalize: "none" } as const;
  return (
    <div class="password">
      {isShown ? (
        <input {...shared} type="text" autocomplete={autocomplete} />
      ) : (
        <input {...shared} type="password" autocomplete={autocomplete} />
      )}
      <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7z" />
          <circle cx="12" cy="12" r="3" />
          {isShown && <path d="M4 4l16 16" />}
        </svg>
        {/* Not a label, by which people look for the field. */}
        <span class="unseen">Show password</span>
      </button>
    </div>
  );
}
