import type { ComponentChildren } from "preact";

interface BadgeProps {
  /** Adds a colour to the words, and never replaces them. */
  readonly tone: "good" | "attention" | "bad" | "neutral";
  readonly children: ComponentChildren;
}

/** A state, in words. */
export function Badge({ tone, children }: BadgeProps) {
  return <span class={`badge ${tone}`}>{children}</span>;
}
