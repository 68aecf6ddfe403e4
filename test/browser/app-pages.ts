import type { Page } from "playwright-core";

/** A page of docgate. */
export interface AppPage {
  readonly name: string;
  readonly path: string;
  /** Waits until the page has loaded completely. */
  readonly arrive: (page: Page) => Promise<unknown>;
}

/** The pages that are programs. */
export const APP_PAGES: readonly AppPage[] = [
  {
    name: "link graph",
    path: "/graph",
    arrive: (page) => page.locator('#canvas[aria-busy="false"]').waitFor(),
  },
  {
    name: "explorer",
    path: "/graphql",
    arrive: (page) => page.locator(".graphiql-query-editor .view-line").first().waitFor(),
  },
  {
    name: "reference",
    path: "/reference",
    arrive: (page) => page.locator(".scripted article").first().waitFor(),
  },
];
