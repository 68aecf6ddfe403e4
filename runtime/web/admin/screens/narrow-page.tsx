import type { ComponentChildren } from "preact";
import { useArrival } from "../parts/page.tsx";

interface NarrowPageProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A page outside the console, for people who are not signed in. */
export function NarrowPage({ title, children }: NarrowPageProps) {
  const heading = useArrival(title);
  return (
    <div class="outside">
      <main id="Main" class="narrow" tabIndex={-1}>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  );
}
