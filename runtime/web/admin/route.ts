import { useLayoutEffect, useState } from "preact/hooks";

/** Where in the console a person is: the parts of `#/api-keys/ID`. */
export type Route = readonly string[];

/** Which part of a screen is shown: the parts of `#/notices?before=ID` after the question mark. */
export type Query = Readonly<Record<string, string | undefined>>;

/**
 * Returns the link to a screen of the console. Screens are in the fragment, because the server has
 * one page.
 */
export function linkTo(...route: Route): string {
  return `#/${route.map(encodeURIComponent).join("/")}`;
}

/** Returns the link to a part of a screen; undefined or empty values are left out. */
export function linkWith(query: Query, ...route: Route): string {
  const entries = Object.entries(query).filter(([, value]) => value);
  const text = new URLSearchParams(entries as [string, string][]).toString();
  return linkTo(...route) + (text && `?${text}`);
}

export function goTo(...route: Route): void {
  window.location.hash = linkTo(...route);
}

/** Shows another part of a screen; Back returns to the current one. */
export function goToQuery(query: Query, ...route: Route): void {
  window.location.hash = linkWith(query, ...route);
}

/** Shows another part of a screen, in place of the current one in the history. */
export function replaceQuery(query: Query, ...route: Route): void {
  window.location.replace(new URL(linkWith(query, ...route), window.location.href));
}

/** Returns the route in the address, and follows its changes. */
export function useRoute(): Route {
  return pathOf(useFragment()).split("/").filter(Boolean).map(decode);
}

/** Returns the query in the address, and follows its changes. */
export function useQuery(): Query {
  const fragment = useFragment();
  return Object.fromEntries(new URLSearchParams(fragment.slice(pathOf(fragment).length + 1)));
}

function pathOf(fragment: string): string {
  return fragment.split("?", 1)[0]!;
}

function useFragment(): string {
  const [fragment, setFragment] = useState(readFragment);
  useLayoutEffect(() => {
    const follow = () => setFragment(readFragment());
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return fragment;
}

/** Returns the fragment without the `#/` of routes. */
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
