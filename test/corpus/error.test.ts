import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DocgateError, describeError, hasCode } from "../../corpus/error.ts";
import { isSystemError } from "../../corpus/system-error.ts";

/** Returns the error that reading a file throws. */
function errorOf(file: unknown): unknown {
  try {
    readFileSync(file as string);
  } catch (error) {
    return error;
  }
  throw new Error("The file was read");
}

describe("hasCode", () => {
  it("recognises docgate's own errors by their codes, and no other error", () => {
    const error = new DocgateError("busy", "Too much work is waiting.");

    expect(hasCode(error, "busy")).toBe(true);
    expect(hasCode(error, "store-busy", "busy")).toBe(true);
    expect(hasCode(error, "store-busy")).toBe(false);
    expect(hasCode(Object.assign(new Error("foreign"), { code: "busy" }), "busy")).toBe(false);
    expect(hasCode(undefined, "busy")).toBe(false);
  });
});

describe("isSystemError", () => {
  it("distinguishes errors of the system from wrong arguments, which have a code too", () => {
    expect(isSystemError(errorOf("/nowhere/at/all"))).toBe(true);
    expect(isSystemError(errorOf(1.5))).toBe(false);
    expect(isSystemError(new Error("plain"))).toBe(false);
  });
});

describe("describeError", () => {
  it("gives one line for an expected error, and the stack for a bug", () => {
    const bug = new TypeError("x is not a function");

    expect(describeError(new DocgateError("store", "One.\nTwo."))).toBe("One.\\u{000a}Two.");
    expect(describeError(errorOf("/nowhere/at/all"))).toMatch(/^ENOENT: [^\n]+$/);
    expect(describeError(bug)).toBe(bug.stack);
  });
});
