import { CopyButton } from "../../parts/copy-button.tsx";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onStored: () => void;
}

/** Shows new recovery codes, this once. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  return (
    <>
      <p>
        If you lose your second factor, each of these codes lets you in once, after your password.
        They are shown now and never again: store them where your passwords are.
      </p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" onClick={onStored}>
          I have stored them
        </button>
        <CopyButton text={codes.join("\n")} what="recovery codes" />
      </div>
    </>
  );
}
