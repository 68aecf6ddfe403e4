import { useEffect, useState } from "preact/hooks";

interface CopyButtonProps {
  readonly text: string;
  /** Names the text, for people who hear the button without seeing what is next to it. */
  readonly what: string;
}

const SAID_FOR_MS = 2_000;

/** Copies a text to the clipboard, and reports success or the browser's refusal. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [said, say] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => say(""), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);

  async function copy(): Promise<void> {
    try {
      // Browsers offer it only over https or on the local machine.
      await navigator.clipboard.writeText(text);
      say("Copied");
    } catch {
      say("Select the text and copy it");
    }
  }

  return (
    <span class="copy">
      <button type="button" class="small" onClick={() => void copy()}>
        Copy <span class="unseen">{what}</span>
      </button>
      <span role="status" class="quiet">
        {said}
      </span>
    </span>
  );
}
