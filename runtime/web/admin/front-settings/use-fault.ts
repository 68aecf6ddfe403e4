import { useEffect, useState } from "preact/hooks";
import { MAX_FRONT_SETTINGS_BYTES } from "../api/types.ts";
import { type Fault, findFault } from "./find-fault.ts";
import { sizeOf } from "./settings-api.ts";

/** Pause after which a person is taken to have stopped typing. */
const TYPING_PAUSE_MS = 600;
const NUMBER = new Intl.NumberFormat("en-GB");
const MOST = NUMBER.format(MAX_FRONT_SETTINGS_BYTES);

export interface ShownFault {
  /** The text that has the fault; text typed later is checked on its own. */
  readonly text: string;
  readonly fault: Fault;
}

/**
 * Returns the first fault of a text, shown when the person pauses and hidden as soon as it is
 * fixed.
 */
export function useFault(text: string): {
  readonly shown: ShownFault | null;
  /** Checks the text at once. */
  readonly check: () => Fault | null;
} {
  const [shown, setShown] = useState<ShownFault | null>(null);
  function check(): Fault | null {
    const fault = findFault(text) ?? findTooLarge(text);
    setShown(fault && { text, fault });
    return fault;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    if (shown && findFault(text) === null) setShown(null);
    const timer = setTimeout(check, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { shown, check };
}

function findTooLarge(text: string): Fault | null {
  if (sizeOf(text) <= MAX_FRONT_SETTINGS_BYTES) return null;
  const message = `These are ${NUMBER.format(sizeOf(text))} bytes, of ${MOST} at most.`;
  return { message, offset: 0 };
}

/** Describes how large a text is, and how large it may be. */
export function sizeWords(text: string): string {
  return findFault(text) === null
    ? `${NUMBER.format(sizeOf(text))} of ${MOST} bytes`
    : `At most ${MOST} bytes`;
}
