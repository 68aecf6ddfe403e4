import type { ComponentChildren } from "preact";

interface BadgeProps {
  /** How it is going: beside the words, never instead of them. */
  readonly tone: "good" | "attention" | "bad" | "neutral";
  readonly children: ComponentChildren;
}

/** A state, in words. */
export function Badge({ tone, children }: BadgeProps) {
  return <span class={`badge ${tone}`}>{children}</span>;
}
