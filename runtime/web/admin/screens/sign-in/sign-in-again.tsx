import { useLayoutEffect } from "preact/hooks";
import type { Administrator } from "../../api/types.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { focusField, SignInForm } from "./sign-in.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

interface SignInAgainProps {
  /** Address of the person who was signed in. */
  readonly email: string;
  /** The reason for the sign-in. */
  readonly reason: string;
  readonly onSignedIn: (admin: Administrator) => void;
  readonly onSignedOut: () => void;
}

/** The sign-in over a console whose session has ended, so that the entries in it are not lost. */
export function SignInAgain({ email, reason, onSignedIn, onSignedOut }: SignInAgainProps) {
  useLayoutEffect(() => {
    const { title } = document;
    document.title = "Sign in to docgate · docgate";
    focusField("password");
    return () => {
      document.title = title;
    };
  }, []);
  return (
    <Dialog title="Sign in to docgate">
      <SignInForm reason={reason} email={email} onSignedIn={onSignedIn} />
      <SignOutButton onSignedOut={onSignedOut} />
    </Dialog>
  );
}
