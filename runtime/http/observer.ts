/** Observes a request from its head to its answer. */

/** The parts of a request that an observer may see: no query and no body. */
export interface RequestHead {
  readonly method: string;
  /** Percent-encoded, as received. */
  readonly path: string;
  /** Returns a header; names are in lower case. */
  readonly header: (name: string) => string | undefined;
}

export interface RequestAnswer {
  /** The pattern of the route, such as `/admin/api/spaces/:id`; null if no route matched. */
  readonly route: string | null;
  readonly status: number;
}

export interface WatchedRequest {
  /** Runs part of the work on the answer, with the request as its context. */
  run<Result>(work: () => Result): Result;
  /** Called once, when the answer is ready to be sent. */
  end(answer: RequestAnswer): void;
}

export interface RequestWatch {
  begin(head: RequestHead): WatchedRequest;
}
