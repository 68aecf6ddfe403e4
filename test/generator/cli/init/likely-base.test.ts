import { expect, it } from "vitest";
import { likelyBase } from "../../../../generator/cli/init/likely-base.ts";

it.each([
  ["/docs/4.x", ["/docs/4.x/a", "/docs/4.x/b/c", "/docs/4.x/d?e=/f", "/blog/g"]],
  ["/docs", ["/docs/a/", "/docs/b/c", "/docs/c/d#e", "/f"]],
  [null, ["/a/b", "/c/d", "/e/f", "/g/h"]],
  [null, ["/a", "/a", "/a", "/a"]],
  [null, ["/a/b", "/a/c"]],
  [null, []],
])("likelyBase: %s", (base, targets) => {
  expect(likelyBase(targets)).toBe(base);
});
