import { useState } from "preact/hooks";
import { passkeyObstacle, signInByPasskey } from "../../api/passkeys.ts";
import type { Administrator } from "../../api/types.ts";
import { useFailure } from "../../parts/load.tsx";

interface PasskeyButtonProps {
  readonly onSignedIn: (admin: Administrator) => void;
}

/** Signs in with a passkey, which needs neither an address nor a password. */
export function PasskeyButton({ onSignedIn }: PasskeyButtonProps) {
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const fail = useFailure();
  const obstacle = passkeyObstacle();
  if (obstacle !== null) return <p class="hint">{obstacle}</p>;

  async function signIn(): Promise<void> {
    if (isBusy) return;
    setProblem("");
    setBusy(true);
    try {
      onSignedIn(await signInByPasskey());
    } catch (error) {
      setProblem(fail(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p class="problem" role="alert">
        {problem}
      </p>
      <div class="actions">
        <button
          type="button"
          class="secondary"
          aria-disabled={isBusy}
          onClick={() => void signIn()}
        >
          Sign in with a passkey
        </button>
      </div>
    </>
  );
}
