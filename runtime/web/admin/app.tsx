import { useEffect, useState } from "preact/hooks";
import { ApiError, request } from "./api/request.ts";
import type { Administrator } from "./api/types.ts";
import { Console } from "./console.tsx";
import { Failure } from "./parts/load.tsx";
import { SetUp } from "./screens/set-up.tsx";
import { SignIn } from "./screens/sign-in.tsx";
import { type Session, SessionProvider } from "./session.tsx";
import { takeSetupToken } from "./setup-link.ts";

type State =
  | { readonly kind: "set-up"; readonly token: string }
  | { readonly kind: "asking" }
  | { readonly kind: "failed"; readonly error: ApiError }
  | { readonly kind: "signed-out"; readonly reason: string }
  | { readonly kind: "signed-in"; readonly admin: Administrator };

/** The console for who is signed in, and the sign-in for everybody else. */
export function App() {
  const [state, setState] = useState<State>(start);
  useEffect(() => {
    if (state.kind === "asking") void findOut().then(setState);
  }, [state.kind]);
  useEffect(() => {
    // A link that is opened where the page is open already loads nothing.
    const follow = () => {
      const token = takeSetupToken();
      if (token !== null) setState({ kind: "set-up", token });
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  const ask = () => setState({ kind: "asking" });
  const admin = state.kind === "signed-in" ? state.admin : null;
  // Where nobody is signed in, nothing ends: a refused sign-in is no ended session.
  const end = (reason: string) =>
    setState((now) => (now.kind === "signed-in" ? { kind: "signed-out", reason } : now));
  const session = { admin, may: mayOf(admin), end } as Session;

  return (
    <SessionProvider value={session}>
      {state.kind === "asking" && <p role="status">Loading…</p>}
      {state.kind === "failed" && (
        <main class="narrow">
          <h1>docgate</h1>
          <Failure error={state.error} retry={ask} />
        </main>
      )}
      {state.kind === "set-up" && <SetUp key={state.token} token={state.token} onSignIn={ask} />}
      {state.kind === "signed-out" && (
        <SignIn
          reason={state.reason}
          onSignedIn={(admin) => setState({ kind: "signed-in", admin })}
        />
      )}
      {state.kind === "signed-in" && <Console />}
    </SessionProvider>
  );
}

function start(): State {
  const token = takeSetupToken();
  return token === null ? { kind: "asking" } : { kind: "set-up", token };
}

async function findOut(): Promise<State> {
  try {
    const { body } = await request<{ admin: Administrator }>("/session");
    return { kind: "signed-in", admin: body.admin };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 401 ? { kind: "signed-out", reason: "" } : { kind: "failed", error };
  }
}

function mayOf(admin: Administrator | null): Session["may"] {
  return (permission) => admin?.permissions.includes(permission) ?? false;
}
