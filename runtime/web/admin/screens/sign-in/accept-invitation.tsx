import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { ApiError, request } from "../../api/request.ts";
import type { Administrator, InvitationDetails } from "../../api/types.ts";
import { Form, useForm } from "../../parts/form.tsx";
import { Failure } from "../../parts/load.tsx";
import { NarrowPage } from "../narrow-page.tsx";
import { NewPassword, passwordMistakes } from "../new-password.tsx";
import { permissionsText } from "../team/roles.ts";
import { goToProvider } from "./provider-form.tsx";

interface AcceptInvitationProps {
  /** The code in the link. */
  readonly code: string;
  /** Leads to the sign-in. */
  readonly onSignIn: () => void;
  readonly onSignedIn: (admin: Administrator) => void;
}

/** Shows who invites to what, and lets the person accept; they are then signed in. */
export function AcceptInvitation({ code, onSignIn, onSignedIn }: AcceptInvitationProps) {
  const [invitation, setInvitation] = useState<InvitationDetails | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt
  useEffect(() => {
    readInvitation(code).then(setInvitation, (error) => {
      if (!(error instanceof ApiError)) throw error;
      setError(error);
    });
  }, [attempt]);

  if (error?.status === 403) return <Refused message={error.message} onSignIn={onSignIn} />;
  if (!invitation) {
    return (
      <NarrowPage title="Join as an administrator">
        {error ? (
          <Failure
            error={error}
            retry={() => {
              setError(null);
              setAttempt(attempt + 1);
            }}
          />
        ) : (
          <p role="status">Loading…</p>
        )}
      </NarrowPage>
    );
  }
  const { email, inviter, organization, permissions, ways } = invitation;
  return (
    <NarrowPage title="Join as an administrator">
      <p>
        <bdi>{inviter}</bdi> invites you, <bdi>{email}</bdi>, to administer{" "}
        <strong>
          <bdi>{organization}</bdi>
        </strong>
        . What you may do: {permissionsText(permissions)}.
      </p>
      {ways.includes("provider") && <AcceptAtProvider email={email} />}
      {ways.includes("password") ? (
        <AcceptWithPassword code={code} onRefused={setError} onSignedIn={onSignedIn} />
      ) : (
        ways.length === 0 && (
          <p class="problem">
            Your organization has no passwords, and no provider for your address: ask the person who
            invited you.
          </p>
        )
      )}
    </NarrowPage>
  );
}

async function readInvitation(code: string): Promise<InvitationDetails> {
  const options = { method: "POST", body: { code } } as const;
  return (await request<{ invitation: InvitationDetails }>("/invitation/details", options)).body
    .invitation;
}

interface AcceptWithPasswordProps extends Pick<AcceptInvitationProps, "code" | "onSignedIn"> {
  readonly onRefused: (error: ApiError) => void;
}

function AcceptWithPassword({ code, onRefused, onSignedIn }: AcceptWithPasswordProps) {
  // Before the paint: whoever sees the form can type.
  useLayoutEffect(() => document.querySelector<HTMLInputElement>("[name=password]")!.focus(), []);
  const form = useForm({
    initial: { password: "", repeated: "" },
    pair: ["password", "repeated"],
    findMistakes: (values) => passwordMistakes("password", values),
  });

  async function accept(): Promise<void> {
    const body = { code, password: form.values.password };
    try {
      const answer = await request<{ admin: Administrator }>("/invitation", {
        method: "POST",
        body,
      });
      onSignedIn(answer.body.admin);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      onRefused(error);
    }
  }

  return (
    <>
      <p>Choose a password to accept.</p>
      <Form state={form} onSubmit={accept} submitLabel="Join">
        <NewPassword form={form} name="password" label="Password" />
      </Form>
    </>
  );
}

function AcceptAtProvider({ email }: Pick<InvitationDetails, "email">) {
  const form = useForm({ initial: { email } });
  return (
    <Form
      state={form}
      onSubmit={() => goToProvider(email)}
      submitLabel="Sign in with your organization"
    >
      <p>You can accept with your account of your organization.</p>
    </Form>
  );
}

interface RefusedProps extends Pick<AcceptInvitationProps, "onSignIn"> {
  readonly message: string;
}

function Refused({ message, onSignIn }: RefusedProps) {
  return (
    <NarrowPage title="This link cannot be used">
      <p>{message}</p>
      <p>Ask the person who invited you for another one. If you have used it before, sign in.</p>
      <div class="actions">
        <button type="button" onClick={onSignIn}>
          Sign in
        </button>
      </div>
    </NarrowPage>
  );
}
