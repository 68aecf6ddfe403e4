import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

interface PageProps {
  readonly title: string;
  /** What is above it: its text and its link. */
  readonly parent?: { readonly text: string; readonly href: string };
  /** What this place is for, in a sentence or two. */
  readonly about?: ComponentChildren;
  /** Beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

let hasArrived = false;

/**
 * Gives the page its title, and its heading the focus when a person arrives: not at the first
 * arrival, for then the page begins at its beginning, as every page does.
 */
export function useArrival(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · docgate`;
  }, [title]);
  useEffect(() => {
    if (hasArrived) heading.current?.focus();
    hasArrived = true;
  }, []);
  return heading;
}

/** One place of the console: its heading has the focus when a person arrives. */
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

/** Takes the focus to where a person begins to read, where what had it is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("main h1")?.focus();
}

interface CardProps {
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page, with a heading of its own. */
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
