import { useState } from "preact/hooks";
import { useSession } from "../../session.tsx";
import { NarrowPage } from "../narrow-page.tsx";
import { SignOutButton } from "../sign-in/sign-out-button.tsx";
import { NewPasskey } from "./passkeys.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpSetUp } from "./totp-set-up.tsx";
import "./factors.css";

interface EnrolProps {
  /** Called when the person has a second factor. */
  readonly onDone: () => void;
}

/** Shown in place of the console to those who lack a second factor that their organization requires. */
export function Enrol({ onDone }: EnrolProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { leave } = useSession();
  const added = (codes: readonly string[] | null) => (codes ? setCodes(codes) : onDone());
  if (codes) {
    return (
      <NarrowPage key="codes" title="Your recovery codes">
        <RecoveryCodes codes={codes} onStored={onDone} />
      </NarrowPage>
    );
  }
  return (
    <NarrowPage key="app" title="Set up a second factor">
      <p>Your organization requires one. From now on it is asked for after your password.</p>
      <TotpSetUp onDone={added} />
      <h2>Or add a passkey</h2>
      <NewPasskey onAdded={added} />
      <SignOutButton onSignedOut={() => leave("You are signed out.")} />
    </NarrowPage>
  );
}
