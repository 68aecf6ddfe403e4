import { useEffect, useState } from "preact/hooks";

/** Where in the console a person is: the parts of `#/api-keys/ID`. */
export type Route = readonly string[];

/** The link to a place in the console. Places are in the fragment: the server has one page. */
export function linkTo(...route: Route): string {
  return `#/${route.map(encodeURIComponent).join("/")}`;
}

export function goTo(...route: Route): void {
  window.location.hash = linkTo(...route);
}

/** The place that the address names, as it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = () => setRoute(readRoute());
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return route;
}

function readRoute(): Route {
  const { hash } = window.location;
  return hash.startsWith("#/") ? hash.slice(2).split("/").filter(Boolean).map(decode) : [];
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
