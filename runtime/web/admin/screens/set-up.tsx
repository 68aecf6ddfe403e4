import { useState } from "preact/hooks";
import { ApiError, request } from "../api/request.ts";
import type { Administrator } from "../api/types.ts";
import { TextField } from "../parts/field.tsx";
import { Form, useForm } from "../parts/form.tsx";

const MIN_PASSWORD_LENGTH = 8;

type State =
  | { readonly kind: "asking" }
  | { readonly kind: "done"; readonly admin: Administrator }
  /** There is an administrator already. */
  | { readonly kind: "taken" }
  /** The link is no good. */
  | { readonly kind: "refused"; readonly message: string };

interface SetUpProps {
  /** Of the link; it is kept nowhere else. */
  readonly token: string;
  readonly onSignIn: () => void;
}

/** Makes the first organization and its administrator. */
export function SetUp({ token, onSignIn }: SetUpProps) {
  const [state, setState] = useState<State>({ kind: "asking" });
  return (
    <main class="narrow">
      {state.kind === "asking" && <SetUpForm token={token} onOutcome={setState} />}
      {state.kind === "done" && <Done admin={state.admin} onSignIn={onSignIn} />}
      {state.kind === "taken" && <Taken onSignIn={onSignIn} />}
      {state.kind === "refused" && <Refused message={state.message} />}
    </main>
  );
}

interface SetUpFormProps extends Pick<SetUpProps, "token"> {
  readonly onOutcome: (outcome: State) => void;
}

function SetUpForm({ token, onOutcome }: SetUpFormProps) {
  const form = useForm({
    initial: { organization: "", email: "", password: "", repeated: "" },
    findMistakes: ({ organization, email, password, repeated }) => ({
      ...(organization.trim() === "" && { organization: "Enter the name of the organization." }),
      ...(email.trim() === "" && { email: "Enter an email address." }),
      ...(password.length < MIN_PASSWORD_LENGTH && {
        password: `Must have at least ${MIN_PASSWORD_LENGTH} characters.`,
      }),
      ...(repeated !== password && { repeated: "This is not the same password." }),
    }),
  });

  async function setUp(): Promise<void> {
    const { organization, email, password } = form.values;
    const body = { token, organization, email, password };
    try {
      const answer = await request<{ admin: Administrator }>("/setup", { method: "POST", body });
      onOutcome({ kind: "done", admin: answer.body.admin });
    } catch (error) {
      onOutcome(outcomeOf(error));
    }
  }

  return (
    <>
      <h1>Set up docgate</h1>
      <p>
        This makes the first organization and its administrator, who may do everything. All fields
        are required.
      </p>
      <Form state={form} onSubmit={setUp} submitLabel="Set up">
        <TextField
          form={form}
          name="organization"
          label="Organization"
          hint="The name of your company or team, up to 100 characters."
          autocomplete="organization"
          isRequired
        />
        <TextField
          form={form}
          name="email"
          label="Email"
          hint="The administrator’s address, as name@example.com."
          autocomplete="username"
          isRequired
        />
        <TextField
          form={form}
          name="password"
          label="Password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          type="password"
          autocomplete="new-password"
          isRequired
        />
        <TextField
          form={form}
          name="repeated"
          label="Repeat the password"
          type="password"
          autocomplete="new-password"
          isRequired
        />
      </Form>
    </>
  );
}

/** @throws What the form can explain: a field's fault, or something that may pass. */
function outcomeOf(error: unknown): State {
  if (error instanceof ApiError && error.status === 403) {
    return { kind: "refused", message: error.message };
  }
  if (error instanceof ApiError && error.status === 409) return { kind: "taken" };
  throw error;
}

interface DoneProps extends Pick<SetUpProps, "onSignIn"> {
  readonly admin: Administrator;
}

function Done({ admin: { email, organization }, onSignIn }: DoneProps) {
  return (
    <>
      <h1>docgate is set up</h1>
      <p>
        <bdi>{email}</bdi> administers <bdi>{organization.name}</bdi> and may do everything.
      </p>
      <div class="actions">
        <button type="button" onClick={onSignIn}>
          Sign in
        </button>
      </div>
    </>
  );
}

function Taken({ onSignIn }: Pick<SetUpProps, "onSignIn">) {
  return (
    <>
      <h1>docgate is set up already</h1>
      <p>
        There is an administrator, so this link makes no other. Further ones are made on the command
        line:
      </p>
      <pre>
        <code>docgate admin create --org NAME --email EMAIL</code>
      </pre>
      <div class="actions">
        <button type="button" onClick={onSignIn}>
          Sign in
        </button>
      </div>
    </>
  );
}

function Refused({ message }: { readonly message: string }) {
  return (
    <>
      <h1>This link cannot be used</h1>
      <p>{message}</p>
      <p>
        A link works once, within 24 hours, at the very address that docgate printed, and until
        docgate prints the next one. If you have used it before, docgate is set up:{" "}
        <a href="./admin">sign in</a>.
      </p>
      <p>
        If it is not, start <code>docgate serve</code> again: it prints a new link. Or make the
        administrator on the command line:
      </p>
      <pre>
        <code>docgate admin create --org NAME --email EMAIL</code>
      </pre>
    </>
  );
}
