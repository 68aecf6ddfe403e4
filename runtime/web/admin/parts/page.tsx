import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface PageProps {
  readonly title: string;
  /** The text and link of the page above it. */
  readonly parent?: { readonly text: string; readonly href: string };
  /** Purpose of this page, in a sentence or two. */
  readonly about?: ComponentChildren;
  /** Shown next to the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

let hasArrived = false;

/**
 * Gives the page its title, and focuses its heading when a person arrives. The first arrival leaves
 * the focus at the beginning of the page, as usual.
 */
export function useArrival(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · docgate`;
  }, [title]);
  // An effect after the paint would not run on a page that is left before it.
  useLayoutEffect(() => {
    if (hasArrived) heading.current?.focus();
    hasArrived = true;
  }, []);
  return heading;
}

/** One page of the console: its heading has the focus when a person arrives. */
export function Page({ title, parent, about, actions, children }: PageProps) {
  const heading = useArrival(title);
  return (
    <>
      {parent && (
        <p class="parent">
          <a href={parent.href}>{parent.text}</a>
        </p>
      )}
      <div class="page-head">
        <h1 tabIndex={-1} ref={heading}>
          <bdi>{title}</bdi>
        </h1>
        {actions && <div class="actions">{actions}</div>}
      </div>
      {about && <p class="about">{about}</p>}
      {children}
    </>
  );
}

/** Moves the focus to the heading when the focused element is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("main h1")?.focus();
}

interface CardProps {
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page, with its own heading. */
export function Card({ title, about, children }: CardProps) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {about && <p class="about">{about}</p>}
      {children}
    </section>
  );
}

/** A name and a value. */
export type Fact = readonly [name: string, value: ComponentChildren];

interface FactsProps {
  readonly rows: readonly Fact[];
}

/** Names and values. */
export function Facts({ rows }: FactsProps) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
