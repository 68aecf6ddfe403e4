import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { ApiError, request } from "./api/request.ts";
import type { Administrator } from "./api/types.ts";
import { Console } from "./console.tsx";
import { type EntryLink, takeEntryLink, takeFailedSignIn } from "./entry-link.ts";
import { Failure } from "./parts/load.tsx";
import { goToQuery } from "./route.ts";
import { Enrol } from "./screens/factors/enrol.tsx";
import { NarrowPage } from "./screens/narrow-page.tsx";
import { AcceptInvitation } from "./screens/sign-in/accept-invitation.tsx";
import { SetUp } from "./screens/sign-in/set-up.tsx";
import { SignIn } from "./screens/sign-in/sign-in.tsx";
import { SignInAgain } from "./screens/sign-in/sign-in-again.tsx";
import { type Session, SessionProvider } from "./session.tsx";

type State =
  | EntryLink
  /** Who is signed in; with the reason if a sign-in at a provider has just failed. */
  | { readonly kind: "asking"; readonly failure?: string | null }
  | { readonly kind: "failed"; readonly error: ApiError }
  | { readonly kind: "signed-out"; readonly reason: string; readonly needsSetUp?: boolean }
  | { readonly kind: "signed-in"; readonly admin: Administrator; readonly number: number }
  /** The session ended while its console was in use, or is too old for what was asked. */
  | {
      readonly kind: "ended";
      readonly admin: Administrator;
      readonly number: number;
      readonly reason: string;
    };

const ENDED =
  "Your session has ended. Sign in again to go on where you were: what you typed in is still " +
  "there, and nothing of it is saved yet.";

/** The console for people who are signed in, and the sign-in for everybody else. */
export function App() {
  const [state, setState] = useState<State>(start);
  useEffect(() => {
    if (state.kind === "asking") void findOut(state.failure).then(setState);
  }, [state]);
  useEntryLinks(setState);
  useReturns(() => void findOut().then((found) => setState((now) => afterReturn(now, found))));
  const ask = () => setState({ kind: "asking" });
  const signIn = (admin: Administrator) => setState((now) => signedIn(now, admin));

  if (state.kind === "signed-in" || state.kind === "ended") {
    const { admin, number } = state;
    const session: Session = {
      admin,
      number,
      may: (permission) => admin.permissions.includes(permission),
      end: (reason = ENDED) =>
        setState((now) => (now.kind === "signed-in" ? { ...now, kind: "ended", reason } : now)),
      leave: (reason) => setState({ kind: "signed-out", reason }),
    };
    return (
      <>
        <SessionProvider value={session}>
          {/* Another administrator starts again from the beginning. */}
          {admin.lacksSecondFactor ? (
            <Enrol key={admin.email} onDone={ask} />
          ) : (
            <Console key={admin.email} isAway={state.kind === "ended"} />
          )}
        </SessionProvider>
        {/* Outside of the session: a refused sign-in says why. */}
        {state.kind === "ended" && (
          <SignInAgain
            email={admin.email}
            reason={state.reason}
            onSignedIn={signIn}
            onSignedOut={() => session.leave("You are signed out.")}
          />
        )}
      </>
    );
  }
  switch (state.kind) {
    case "asking":
      return (
        <p class="starting" role="status">
          Loading…
        </p>
      );
    case "failed":
      return (
        <NarrowPage title="docgate cannot be reached">
          <Failure error={state.error} retry={ask} />
        </NarrowPage>
      );
    case "set-up":
      return <SetUp key={state.token} token={state.token} onSignIn={ask} onSignedIn={signIn} />;
    case "invitation":
      return (
        <AcceptInvitation key={state.token} code={state.token} onSignIn={ask} onSignedIn={signIn} />
      );
    case "signed-out":
      return (
        <SignIn reason={state.reason} needsSetUp={state.needsSetUp ?? false} onSignedIn={signIn} />
      );
  }
}

function start(): State {
  return takeEntryLink() ?? { kind: "asking", failure: takeFailedSignIn() };
}

interface WhoAmI {
  readonly admin: Administrator | null;
  readonly needsSetUp?: true;
}

async function findOut(failure?: string | null): Promise<State> {
  try {
    // Asked like this, nobody is an answer too: browsers report a 401 as an error of the page.
    const { body } = await request<WhoAmI>("/session?nobody=true");
    const { admin, needsSetUp = false } = body;
    if (!admin) return { kind: "signed-out", reason: failure ?? "", needsSetUp };
    // A person who is still signed in has tested the provider.
    if (failure) goToQuery({ action: "sign-in-refused" }, "audit");
    return { kind: "signed-in", admin, number: 1 };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: "failed", error };
  }
}

function signedIn(now: State, admin: Administrator): State {
  return { kind: "signed-in", admin, number: now.kind === "ended" ? now.number + 1 : 1 };
}

/**
 * Returns the state of a page that was left and came back: the session may have ended in the
 * meantime, or belong to somebody else.
 */
function afterReturn(now: State, found: State): State {
  if (now.kind !== "signed-in") return now;
  if (found.kind === "signed-out") return { ...now, kind: "ended", reason: ENDED };
  return found.kind === "signed-in" && found.admin.email !== now.admin.email ? found : now;
}

/** Opening a link to the page that is already open loads nothing. */
function useEntryLinks(onLink: (link: EntryLink) => void): void {
  useLayoutEffect(() => {
    const follow = () => {
      const link = takeEntryLink();
      if (link !== null) onLink(link);
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [onLink]);
}

/** Browsers may restore a page as it was left, without asking the server. */
function useReturns(onReturn: () => void): void {
  useLayoutEffect(() => {
    const follow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn();
    };
    window.addEventListener("pageshow", follow);
    return () => window.removeEventListener("pageshow", follow);
  }, [onReturn]);
}
