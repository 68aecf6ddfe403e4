import { useEffect, useState } from "preact/hooks";

/** Where in the console a person is: the parts of `#/api-keys/ID`. */
export type Route = readonly string[];

/** What is looked at there: the parts of `#/notices?before=ID` behind the question mark. */
export type Query = Readonly<Record<string, string | undefined>>;

/** The link to a place in the console. Places are in the fragment: the server has one page. */
export function linkTo(...route: Route): string {
  return `#/${route.map(encodeURIComponent).join("/")}`;
}

/** The link to a part or a choice of a place; what is undefined or empty is left out. */
export function linkWith(query: Query, ...route: Route): string {
  const entries = Object.entries(query).filter(([, value]) => value);
  const text = new URLSearchParams(entries as [string, string][]).toString();
  return linkTo(...route) + (text && `?${text}`);
}

export function goTo(...route: Route): void {
  window.location.hash = linkTo(...route);
}

/** The place that the address names, as it changes. */
export function useRoute(): Route {
  return pathOf(useFragment()).split("/").filter(Boolean).map(decode);
}

/** What the address names of that place, as it changes. */
export function useQuery(): Query {
  const fragment = useFragment();
  return Object.fromEntries(new URLSearchParams(fragment.slice(pathOf(fragment).length + 1)));
}

function pathOf(fragment: string): string {
  return fragment.split("?", 1)[0]!;
}

function useFragment(): string {
  const [fragment, setFragment] = useState(readFragment);
  useEffect(() => {
    const follow = () => setFragment(readFragment());
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return fragment;
}

/** Without the `#/` of places. */
function readFragment(): string {
  const { hash } = window.location;
  return hash.startsWith("#/") ? hash.slice(2) : "";
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
