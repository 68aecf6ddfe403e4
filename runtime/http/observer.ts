/** How a request is seen from outside, from its head to its answer. */

/** What a watch may know of a request: no query and no body. */
export interface RequestHead {
  readonly method: string;
  /** Percent-encoded, as it came. */
  readonly path: string;
  /** Gives a header, named in small letters. */
  readonly header: (name: string) => string | undefined;
}

export interface RequestAnswer {
  /** The pattern of the route, such as `/admin/api/spaces/:id`; null where none was found. */
  readonly route: string | null;
  readonly status: number;
}

export interface WatchedRequest {
  /** Does a part of the work on the answer, so that what happens in it is known to belong to it. */
  run<Result>(work: () => Result): Result;
  /** Called once, when the answer is ready to be sent. */
  end(answer: RequestAnswer): void;
}

export interface RequestWatch {
  begin(head: RequestHead): WatchedRequest;
}
