import { useState } from "preact/hooks";
import { type ItemVersion, readWithSecret } from "../api/collections.ts";
import type { ApiError } from "../api/request.ts";
import { type Certificate, CertificateInputRules } from "../api/types.ts";
import { Copyable } from "../parts/copyable.tsx";
import { TextField } from "../parts/field.tsx";
import type { FormState } from "../parts/form.tsx";
import { lengthWords } from "../parts/length-words.ts";
import { Failure, useFailure } from "../parts/load.tsx";

/** Stands for a secret, and does not show how long it is. */
export function Masked() {
  return (
    <span>
      <span aria-hidden="true">••••••••••••</span>
      <span class="unseen">Not shown</span>
    </span>
  );
}

interface SharedSecretProps {
  readonly item: Certificate;
  readonly replace: (next: ItemVersion<Certificate>) => void;
}

/** Shows that there is a shared secret, and on demand the secret, which the audit log records. */
export function SharedSecret({ item, replace }: SharedSecretProps) {
  const { id, secretKey, hasSecretKey } = item;
  const [error, setError] = useState<ApiError | null>(null);
  const fail = useFailure();

  async function reveal(): Promise<void> {
    setError(null);
    try {
      replace(await readWithSecret(id));
    } catch (error) {
      setError(fail(error));
    }
  }

  if (secretKey) return <Copyable text={secretKey} what="shared secret" />;
  if (secretKey === undefined && hasSecretKey === undefined) {
    return <span class="quiet">You may not see it</span>;
  }
  if (!hasSecretKey) return <span class="quiet">None</span>;
  return (
    <>
      <span class="copyable">
        <Masked />
        <button type="button" class="small" onClick={() => void reveal()}>
          Reveal <span class="unseen">the shared secret</span>
        </button>
      </span>
      <p class="hint">The audit log records that you were shown it.</p>
      {error && <Failure error={error} />}
    </>
  );
}

interface SharedSecretFieldProps {
  readonly form: FormState<{ readonly secretKey: string | null }>;
}

/** Leaves the present secret as it is, until the person decides to replace it. */
export function SharedSecretField({ form }: SharedSecretFieldProps) {
  if (form.values.secretKey !== null) {
    return (
      <TextField
        form={form as FormState<{ readonly secretKey: string }>}
        name="secretKey"
        label="Shared secret"
        hint={`For what you and the partner encrypt outside of docgate: ${lengthWords(CertificateInputRules.secretKey)}, or nothing. The partner gets it with the next certificate, for example when you wake the API key.`}
      />
    );
  }
  return (
    <div class="field">
      <strong>Shared secret</strong>
      <p class="hint">There is one. It stays as it is.</p>
      <button
        type="button"
        class="small"
        onClick={({ currentTarget }) => {
          const field = currentTarget.parentElement!.parentElement!;
          form.set("secretKey", "");
          // After the next paint, when the field has taken the button's place.
          requestAnimationFrame(() =>
            field.querySelector<HTMLInputElement>("[name=secretKey]")?.focus(),
          );
        }}
      >
        Replace or remove it
      </button>
    </div>
  );
}
