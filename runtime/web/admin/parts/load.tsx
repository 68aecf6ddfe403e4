import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/request.ts";
import { useSession, useSessionIfAny } from "../session.tsx";

/** The state of something that comes from the server. */
export type Loading<Value> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: ApiError }
  | { readonly state: "ready"; readonly value: Value };

export interface Loader<Value> {
  readonly loading: Loading<Value>;
  /** Loads it again; the previous value stays on the screen until then. */
  reload(): void;
  /** Shows a value that came in another way, for example in the response to a save. */
  replace(value: Value): void;
}

/**
 * Loads something when the screen appears, and again when a dependency has changed. An outdated
 * response is not shown.
 */
export function useLoad<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  dependencies: readonly unknown[],
): Loader<Value> {
  const [loading, setLoading] = useState<Loading<Value>>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);
  const fail = useFailure();
  const latest = useRef(load);
  latest.current = load;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller passes the dependencies
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    latest.current(signal).then(
      (value) => !signal.aborted && setLoading({ state: "ready", value }),
      (error) => !signal.aborted && setLoading({ state: "failed", error: fail(error) }),
    );
    return () => controller.abort();
  }, [...dependencies, attempt]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const { number } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each sign-in
  useEffect(() => {
    if (loading.state === "failed" && loading.error.status === 401) reload();
  }, [number]);
  const replace = useCallback((value: Value) => setLoading({ state: "ready", value }), []);
  return { loading, reload, replace };
}

/**
 * Returns the handler of failures: one that means that nobody is signed in leads to the sign-in.
 */
export function useFailure(): (error: unknown) => ApiError {
  const session = useSessionIfAny();
  return (error) => {
    if (!(error instanceof ApiError)) throw error;
    // Outside the console nobody is signed in: a refused sign-in is not an ended session.
    if (session === null) return error;
    if (error.status === 401) {
      session.end();
      return new ApiError("Your session had ended. Try again.", { status: 401 });
    }
    if (error.fields.some(({ path }) => path === "session")) {
      session.end("To change how you sign in, sign in once more.");
      return new ApiError("You had signed in too long ago. Try again.", { status: 401 });
    }
    return error;
  };
}

interface LoadedProps<Value> {
  readonly from: Loader<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows the loaded value, that it is loading, or the failure and a way to try again. */
export function Loaded<Value>({ from: { loading, reload }, children }: LoadedProps<Value>) {
  switch (loading.state) {
    case "loading":
      return (
        <p class="quiet" role="status">
          Loading…
        </p>
      );
    case "failed":
      return <Failure error={loading.error} retry={reload} />;
    case "ready":
      return <>{children(loading.value)}</>;
  }
}

interface FailureProps {
  readonly error: ApiError;
  readonly retry?: () => void;
}

export function Failure({ error, retry }: FailureProps) {
  return (
    <div class="problem" role="alert">
      <p>{error.message}</p>
      {retry && (
        <button type="button" class="secondary" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
