import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { print, say } from "../output.ts";

/** Maximum time to wait for a password on a pipe. */
const PASSWORD_WAIT_MS = 3_000;

export const PASSWORD_HELP =
  "\nThe password is read from standard input; if there is none, one is generated and printed. It has at" +
  "\nleast 12 characters, is not a common one, and is more than the name in the email address or that of" +
  "\nthe organization.";

/** Passes on the password from standard input; or generates one, and prints it after the work. */
export async function withNewPassword(work: (password: string) => Promise<void>): Promise<void> {
  const given = await readPassword();
  const password = given ?? generatePassword();
  await work(password);
  if (given === undefined) print(`password: ${password}`);
}

/** @returns the first line; undefined if standard input has none */
async function readPassword(): Promise<string | undefined> {
  const { stdin } = process;
  if (stdin.isTTY) return undefined;
  const lines = createInterface({ input: stdin });
  const [line] = await Promise.race([
    once(lines, "line"),
    once(lines, "close"),
    // A program that started docgate may leave the pipe open and write nothing.
    sleep(PASSWORD_WAIT_MS, [null], { ref: false }),
  ]);
  if (line === null) say("There is no password on standard input, so one is generated.");
  lines.close();
  // The input may never end, which would keep the process from ending.
  stdin.pause();
  return line || undefined;
}

/** 192 random bits, in 32 characters. */
function generatePassword(): string {
  return randomBytes(24).toString("base64url");
}
