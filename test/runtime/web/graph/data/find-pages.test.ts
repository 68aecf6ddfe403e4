import { describe, expect, it } from "vitest";
import { findPages } from "../../../../../runtime/web/graph/data/find-pages.ts";
import type { Page } from "../../../../../runtime/web/graph/data/link-graph.ts";

function page(id: string, title: string): Page {
  return { id, title, section: "root", slug: `/docs/${id}`, outgoing: [], incoming: [] };
}

const PAGES = [page("a", "Η Οδος"), page("b", "Οδοσα"), page("c", "Οδος"), page("d", "Cafe\u0301")];

function idsFor(text: string): string[] {
  return findPages(PAGES, text).map(({ id }) => id);
}

describe("findPages", () => {
  it.each([
    ["ΟΔΟΣ", ["c", "b", "a"]],
    ["οδος", ["c", "b", "a"]],
    ["οδοσ", ["c", "b", "a"]],
    ["CAFÉ", ["d"]],
    [" οδοσ  Η ", ["a"]],
  ])("finds %j with the same comparison as the API's search", (text, ids) => {
    expect(idsFor(text)).toEqual(ids);
  });
});
