import { expect, it } from "vitest";
import {
  createSecret,
  isWellFormed,
  SECRET_PREFIXES,
} from "../../runtime/partner/secrets/secrets.ts";
import { BASE62, chiSquare, NEVER } from "../support/chi-square.ts";

const { apiKey } = SECRET_PREFIXES;
const KEYS = 1_000_000;

it("ATTACK-D37: a million keys, no duplicates, every character position evenly distributed", {
  timeout: 600_000,
}, () => {
  const keys = new Set<string>();
  while (keys.size < KEYS) {
    const before = keys.size;
    const key = createSecret(apiKey);
    if (!isWellFormed(key, apiKey)) expect.fail("a new key is not well-formed");
    if (keys.add(key).size === before) expect.fail("the same key twice");
  }
  for (let place = 4; place < 47; place++) {
    let text = "";
    for (const key of keys) text += key[place];
    expect(chiSquare(text, BASE62)).toBeLessThan(NEVER[61]!);
  }
});
