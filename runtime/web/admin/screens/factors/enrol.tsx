import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { NarrowPage } from "../narrow-page.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpSetUp } from "./totp-set-up.tsx";
import "./factors.css";

interface EnrolProps {
  /** Called when the person has a second factor, or has signed out. */
  readonly onDone: () => void;
}

/** Shown in place of the console to those who lack a second factor that their organization requires. */
export function Enrol({ onDone }: EnrolProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
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
      <TotpSetUp
        onDone={(recoveryCodes) => (recoveryCodes ? setCodes(recoveryCodes) : onDone())}
        cancel={{
          label: "Sign out",
          work: () => void request("/session", { method: "DELETE" }).then(onDone),
        }}
      />
    </NarrowPage>
  );
}
