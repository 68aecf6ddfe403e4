import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Returns a reference to what the pages are part of: it gets the focus when a person turns over. */
export function usePageTop(page: string | undefined): RefObject<HTMLDivElement | null> {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useLayoutEffect(() => {
    // A person who went on from the end of a page starts at the top of the next.
    if (shown.current !== page) top.current!.focus();
    shown.current = page;
  }, [page]);
  return top;
}

interface PageLink {
  readonly text: string;
  readonly href: string;
}

interface PagesProps {
  /** Null on the first page. */
  readonly first: PageLink | null;
  /** Null on the last page. */
  readonly next: PageLink | null;
  /** Shown on the last page. */
  readonly end?: string | false;
}

/** Links to other pages of a list; the page is in the address, so Back works. */
export function Pages({ first, next, end }: PagesProps) {
  if (!first && !next && !end) return null;
  return (
    <nav class="pages" aria-label="Pages">
      {first && (
        <a class="button secondary" href={first.href}>
          {first.text}
        </a>
      )}
      {next && (
        <a class="button secondary" href={next.href}>
          {next.text}
        </a>
      )}
      {!next && end && <span class="quiet">{end}</span>}
    </nav>
  );
}
