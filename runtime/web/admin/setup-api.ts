import { isFieldName, type Mistakes } from "./fields.ts";

/** What the admin API is sent. */
export interface SetUp {
  readonly token: string;
  readonly organization: string;
  readonly email: string;
  readonly password: string;
}

/** The administrator that was made. */
export interface Administrator {
  readonly email: string;
  readonly organization: { readonly name: string };
}

export type SetUpOutcome =
  | { readonly kind: "done"; readonly admin: Administrator }
  /** What was typed in is not what it must be. */
  | { readonly kind: "wrong"; readonly mistakes: Mistakes; readonly message: string }
  /** There is an administrator already. */
  | { readonly kind: "taken" }
  /** The link is no good. */
  | { readonly kind: "refused"; readonly message: string }
  /** Trying again may help. */
  | { readonly kind: "failed"; readonly message: string };

/** An error as the admin API answers it. */
interface ErrorBody {
  readonly message?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** Asks docgate to make the first organization and its administrator. */
export async function requestSetUp(setUp: SetUp): Promise<SetUpOutcome> {
  try {
    const response = await fetch("./admin/api/setup", {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify(setUp),
    });
    return await readOutcome(response);
  } catch {
    return { kind: "failed", message: "docgate does not answer. Try again." };
  }
}

async function readOutcome(response: Response): Promise<SetUpOutcome> {
  const { status, headers } = response;
  if (status === 201) return { kind: "done", admin: (await response.json()).admin };
  const { message = `docgate answered ${status}.`, errors = [] } = await readError(response);
  if (status === 400) return { kind: "wrong", mistakes: byField(errors), message };
  if (status === 403) return { kind: "refused", message };
  if (status === 409) return { kind: "taken" };
  const wait = Number(headers.get("retry-after"));
  return { kind: "failed", message: wait > 0 ? `${message} Wait ${duration(wait)}.` : message };
}

/** A proxy in between may answer with something else. */
async function readError(response: Response): Promise<ErrorBody> {
  const isJson = response.headers.get("content-type")?.includes("json");
  return isJson ? await response.json() : {};
}

function byField(errors: NonNullable<ErrorBody["errors"]>): Mistakes {
  const known = errors.filter(({ path }) => isFieldName(path));
  return Object.fromEntries(known.map(({ path, message }) => [path, message]));
}

function duration(seconds: number): string {
  return seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
}
