/** Marks the operation that is read in the list of operations, and keeps it in view there. */
export function markPlace(isWide: MediaQueryList): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>(".side nav a")].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  let marked: HTMLAnchorElement | undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = entries.find(({ isIntersecting }) => isIntersecting);
      const link = seen && links.get(seen.target.id);
      if (link === undefined) return;
      marked?.removeAttribute("aria-current");
      link.setAttribute("aria-current", "location");
      if (isWide.matches) link.scrollIntoView({ block: "nearest" });
      marked = link;
    },
    // A line below the bar: the operation that it crosses is the one that is read.
    { rootMargin: "-25% 0px -74% 0px" },
  );
  for (const article of document.querySelectorAll("article")) observer.observe(article);
}
