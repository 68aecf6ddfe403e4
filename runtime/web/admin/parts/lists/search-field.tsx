import { useEffect, useRef, useState } from "preact/hooks";

/** Pause after which a person is taken to have stopped typing. */
const TYPING_PAUSE_MS = 200;

interface SearchFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The search of a list: reports what was typed after a pause, and shows what the address says after Back. */
export function SearchField({ label, text, onText }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const reported = useRef(text);
  const latest = useRef(onText);
  latest.current = onText;
  useEffect(() => {
    if (text !== reported.current) setTyped(text);
    reported.current = text;
  }, [text]);
  useEffect(() => {
    const next = typed.trim();
    if (next === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = next;
      latest.current(next);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div>
      <label for="search">{label}</label>
      <input
        id="search"
        type="search"
        value={typed}
        autocomplete="off"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </div>
  );
}
