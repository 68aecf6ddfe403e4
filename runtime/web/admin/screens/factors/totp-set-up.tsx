import { request } from "../../api/request.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { QrCode } from "./qr-code.tsx";

interface NewTotp {
  readonly secret: string;
  readonly uri: string;
}

interface TotpSetUpProps {
  /** Called with the recovery codes that came with the first factor. */
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
  /** Default: no button. */
  readonly onCancel?: () => void;
}

/** Sets an authenticator app up: a secret for the app, then its first code. */
export function TotpSetUp({ onDone, onCancel }: TotpSetUpProps) {
  const secret = useLoad(
    async () => (await request<NewTotp>("/session/totp", { method: "POST" })).body,
    [],
  );
  const form = useForm({
    initial: { code: "" },
    findMistakes: ({ code }) => (code.trim() === "" ? { code: "Enter the code." } : {}),
  });

  async function confirm(): Promise<void> {
    const { body } = await request<{ recoveryCodes: readonly string[] | null }>("/session/totp", {
      method: "PUT",
      body: form.values,
    });
    onDone(body.recoveryCodes);
  }

  return (
    <Loaded from={secret}>
      {({ secret, uri }) => (
        <div class="totp">
          <p>Scan this with an authenticator app, then enter the six digits that it shows.</p>
          <QrCode text={uri} label="QR code for an authenticator app" />
          <p>
            Without a camera, type this into the app: <Copyable text={secret} what="secret" />
          </p>
          <Form
            state={form}
            onSubmit={confirm}
            submitLabel="Set up"
            secondary={
              onCancel && (
                <button type="button" class="secondary" onClick={onCancel}>
                  Cancel
                </button>
              )
            }
          >
            <TextField
              form={form}
              name="code"
              label="Code"
              autocomplete="one-time-code"
              isRequired
            />
          </Form>
        </div>
      )}
    </Loaded>
  );
}
