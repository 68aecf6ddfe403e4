import { describe, expect, it } from "vitest";
import { explainFileError } from "../../corpus/file-error.ts";

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: raw, open '/out/.x.tmp'`), { code, syscall: "open" });
}

describe("explainFileError", () => {
  it.each([
    ["EACCES", "the user who runs docgate may not write there. Give that user the right, or name"],
    ["EPERM", "the user who runs docgate may not write there. Give that user the right, or name"],
    ["EROFS", "its file system is read-only. Name another place."],
    ["ENOSPC", "the disk is full. Free space on it, or name another place."],
    ["EDQUOT", "the user who runs docgate has no room left on the disk. Free space on it."],
    ["ENAMETOOLONG", "the name is too long. Name another file."],
    ["EISDIR", "it is a folder. Name a file."],
    ["ENOENT", 'the folder "/nowhere" does not exist. Make it, or name another place.'],
  ])("explains %s, says what to do and names the requested file", (code, reason) => {
    const cause = systemError(code);
    const error = explainFileError(cause, { use: "write", file: "/nowhere/x" }) as Error;

    expect(error).toMatchObject({ name: "DocgateError", code: "file", cause });
    expect(error.message).toContain(`Cannot write "/nowhere/x": ${reason}`);
    expect(error.message).not.toMatch(/\.tmp|\bE[A-Z]+\b/);
  });

  it.each([
    ["an unknown code", systemError("EWHAT")],
    ["an error of the store", Object.assign(new Error("x"), { code: "ENOENT" })],
    ["a bug", new TypeError("x is not a function")],
  ])("returns %s unchanged", (_, error) => {
    expect(explainFileError(error, { use: "write", file: "x" })).toBe(error);
  });
});
