import { foldCase } from "../../../corpus/text/fold.ts";
import { RuleError } from "../../partner/chain/rule-error.ts";
import type { Platform } from "../../partner/platform.ts";

export interface NewPassword {
  readonly password: string;
  readonly email: string;
  /** The organization's name. */
  readonly organization: string;
  /** Name of the field in the request. Default: password. */
  readonly field?: string;
}

/** Shorter names are in too many words; a shorter text that is repeated can be guessed. */
const MIN_NAME = 4;

/** Fewer other letters and digits next to a name can be guessed. */
const MIN_REST = 8;

/**
 * Hashes a password that an administrator chose.
 *
 * @throws {RuleError} `invalid` if it is easily guessed
 */
export async function hashNewPassword(platform: Platform, wanted: NewPassword): Promise<string> {
  const message = await findWeakness(wanted);
  if (message !== null) {
    const { field: path = "password" } = wanted;
    const sentence = `The administrator's password cannot be used: ${message}`;
    throw new RuleError("invalid", sentence, { errors: [{ path, message }] });
  }
  return platform.passwords.hash(wanted.password);
}

/** @returns a sentence about what makes a password easily guessed; null if nothing is found */
async function findWeakness({
  password,
  email,
  organization,
}: NewPassword): Promise<string | null> {
  // Imported only here: the list takes memory.
  const { COMMON_PASSWORDS } = await import("./common-passwords.ts");
  const isCommon = formsOf(password).some((form) => COMMON_PASSWORDS.has(form));
  if (isCommon || repeated(foldCase(password)).length < MIN_NAME) {
    return (
      "Must not be a common password, nor one that is repeated or has digits or signs added. " +
      "Several words that do not belong together are good."
    );
  }
  const letters = lettersAndDigits(password);
  const isLittleMoreThan = (name: string): boolean =>
    name.length >= MIN_NAME &&
    letters.includes(name) &&
    letters.replaceAll(name, "").length < MIN_REST;
  const [user = ""] = email.split("@");
  const names = [user, ...user.split(/[^\p{L}\p{N}]+/u)].map(lettersAndDigits);
  if (names.some(isLittleMoreThan)) {
    return "Must not be little more than the name in the email address.";
  }
  return isLittleMoreThan(lettersAndDigits(organization))
    ? "Must not be little more than the name of the organization."
    : null;
}

/** Gives what a guesser who adds digits and signs to a common password, or repeats it, began with. */
function formsOf(password: string): readonly string[] {
  const whole = foldCase(password);
  const core = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return [whole, core, repeated(whole), repeated(core)];
}

/** Returns the shortest text that a text repeats, the last time perhaps not to its end. */
function repeated(text: string): string {
  for (let length = 1; length < text.length; length++) {
    if (text.startsWith(text.slice(length))) return text.slice(0, length);
  }
  return text;
}

function lettersAndDigits(text: string): string {
  return foldCase(text).replace(/[^\p{L}\p{N}]+/gu, "");
}
