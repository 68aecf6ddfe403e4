import { useState } from "preact/hooks";
import { ApiError, request } from "../../api/request.ts";

/** Ends the session. @throws {ApiError} if it goes on */
export async function signOut(): Promise<void> {
  try {
    await request("/session", { method: "DELETE" });
  } catch (error) {
    // A session that has already ended is not a reason to stay.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}

interface SignOutButtonProps {
  readonly onSignedOut: () => void;
}

/** The way out where there is no console. */
export function SignOutButton({ onSignedOut }: SignOutButtonProps) {
  const [problem, setProblem] = useState("");

  async function leave(): Promise<void> {
    try {
      await signOut();
      onSignedOut();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(`You are still signed in. ${error.message}`);
    }
  }

  return (
    <>
      <p class="problem" role="alert">
        {problem}
      </p>
      <div class="actions">
        <button type="button" class="secondary" onClick={() => void leave()}>
          Sign out
        </button>
      </div>
    </>
  );
}
