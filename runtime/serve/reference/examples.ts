import recorded from "./examples.json" with { type: "json" };

/** A request as it was sent and its answer as it came; what is random has been replaced. */
export interface ApiExample {
  readonly operationId: string;
  readonly request: {
    readonly method: string;
    /** With its query, from the root of the server. */
    readonly path: string;
    /** Secrets are named as variables of a shell. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
}

/** An example for each operation, and for some of what fails; `examples.slow.test.ts` records them. */
export const API_EXAMPLES: readonly ApiExample[] = recorded;
