import { CopyButton } from "../../parts/copy-button.tsx";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onStored: () => void;
}

/** Shows new recovery codes, this once. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const text = codes.join("\n");
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
        <CopyButton text={text} what="recovery codes" />
        <a
          class="button secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="docgate-recovery-codes.txt"
        >
          Download
        </a>
        <button type="button" onClick={onStored}>
          I have stored them
        </button>
      </div>
    </>
  );
}
