import { useLayoutEffect, useState } from "preact/hooks";
import { ApiError, request } from "../../api/request.ts";
import { type Administrator, SETUP_TTL_SECONDS, SetUpRules } from "../../api/types.ts";
import { TextField } from "../../parts/field.tsx";
import { Form, useForm } from "../../parts/form.tsx";
import { NarrowPage } from "../narrow-page.tsx";
import { NewPassword, passwordMistakes } from "../new-password.tsx";
import { signIn } from "./sign-in.tsx";

type State =
  | { readonly kind: "asking" }
  /** There is already an administrator. */
  | { readonly kind: "taken" }
  /** The server refused the link. */
  | { readonly kind: "refused"; readonly message: string };

interface SetUpProps {
  /** The token in the link; it is not kept anywhere else. */
  readonly token: string;
  /** Leads to the sign-in. */
  readonly onSignIn: () => void;
  readonly onSignedIn: (admin: Administrator) => void;
}

/** Creates the first organization and its administrator, who is then signed in. */
export function SetUp({ token, onSignIn, onSignedIn }: SetUpProps) {
  const [state, setState] = useState<State>({ kind: "asking" });
  switch (state.kind) {
    case "asking":
      return (
        <SetUpForm token={token} onOutcome={setState} onSignIn={onSignIn} onSignedIn={onSignedIn} />
      );
    case "taken":
      return <Taken onSignIn={onSignIn} />;
    case "refused":
      return <Refused message={state.message} onSignIn={onSignIn} />;
  }
}

interface SetUpFormProps extends SetUpProps {
  readonly onOutcome: (outcome: State) => void;
}

function SetUpForm({ token, onOutcome, onSignIn, onSignedIn }: SetUpFormProps) {
  // Before the paint: whoever sees the form can type.
  useLayoutEffect(
    () => document.querySelector<HTMLInputElement>("[name=organization]")!.focus(),
    [],
  );
  const form = useForm({
    initial: { organization: "", email: "", password: "", repeated: "" },
    pair: ["password", "repeated"],
    findMistakes: ({ organization, email, ...passwords }) => ({
      ...(organization.trim() === "" && { organization: "Enter the name of the organization." }),
      ...(email.trim() === "" && { email: "Enter an email address." }),
      ...passwordMistakes("password", passwords),
    }),
  });

  async function setUp(): Promise<void> {
    const { organization, email, password } = form.values;
    const body = { token, organization, email, password };
    try {
      await request("/setup", { method: "POST", body });
    } catch (error) {
      return onOutcome(outcomeOf(error));
    }
    try {
      const answer = await signIn({ email, password });
      if ("admin" in answer) onSignedIn(answer.admin);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onSignIn();
    }
  }

  return (
    <NarrowPage title="Set up docgate">
      <p>
        This makes the first organization and its administrator, who may do everything. All fields
        are required.
      </p>
      <Form state={form} onSubmit={setUp} submitLabel="Set up">
        <TextField
          form={form}
          name="organization"
          label="Organization"
          hint={`The name of your company or team, up to ${SetUpRules.organization.maxLength} characters.`}
          autocomplete="organization"
          isRequired
        />
        <TextField
          form={form}
          name="email"
          label="Email"
          hint="The administrator’s address, as name@example.com."
          keyboard="email"
          autocomplete="username"
          isRequired
        />
        <NewPassword form={form} name="password" label="Password" />
      </Form>
    </NarrowPage>
  );
}

/** @throws Errors that the form can explain: a mistake in a field, or a temporary failure. */
function outcomeOf(error: unknown): State {
  if (error instanceof ApiError && error.status === 403) {
    return { kind: "refused", message: error.message };
  }
  if (error instanceof ApiError && error.status === 409) return { kind: "taken" };
  throw error;
}

function Taken({ onSignIn }: Pick<SetUpProps, "onSignIn">) {
  return (
    <NarrowPage title="docgate is set up already">
      <p>
        There is an administrator, so this link makes no other. Further ones are made on the command
        line:
      </p>
      <CreateCommand />
      <SignInButton onSignIn={onSignIn} />
    </NarrowPage>
  );
}

interface RefusedProps extends Pick<SetUpProps, "onSignIn"> {
  readonly message: string;
}

function Refused({ message, onSignIn }: RefusedProps) {
  return (
    <NarrowPage title="This link cannot be used">
      <p>{message}</p>
      <p>
        A link works once, within {SETUP_TTL_SECONDS / 3600} hours, at the very address that docgate
        printed, and until docgate prints the next one. If you have used it before, docgate is set
        up: sign in.
      </p>
      <SignInButton onSignIn={onSignIn} />
      <p>
        If it is not, start <code>docgate serve</code> again: it prints a new link. Or make the
        administrator on the command line:
      </p>
      <CreateCommand />
    </NarrowPage>
  );
}

function SignInButton({ onSignIn }: Pick<SetUpProps, "onSignIn">) {
  return (
    <div class="actions">
      <button type="button" onClick={onSignIn}>
        Sign in
      </button>
    </div>
  );
}

function CreateCommand() {
  return (
    <pre>
      <code>docgate admin create --org NAME --email EMAIL</code>
    </pre>
  );
}
