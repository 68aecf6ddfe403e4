/** Calls docgate's admin API. */
export interface AdminClient {
  /**
   * Creates a resource. @returns the response @throws {Error} if docgate refuses, with the reason
   */
  create<Answer>(collection: string, fields: object): Promise<Answer>;
  /** Puts a document at a path. @throws {Error} likewise */
  put(path: string, document: object): Promise<void>;
}

export interface AdminClientOptions {
  readonly docgateUrl: string;
  /** From `docgate admin token`. */
  readonly token: string;
}

export function createAdminClient({ docgateUrl, token }: AdminClientOptions): AdminClient {
  async function call(method: string, path: string, body: object): Promise<Response> {
    const response = await fetch(`${docgateUrl}/admin/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) return response;
    throw new Error(
      `${method} ${path} was answered with ${response.status}: ${await response.text()}`,
    );
  }

  return {
    async create<Answer>(collection: string, fields: object): Promise<Answer> {
      const response = await call("POST", `/${collection}`, fields);
      return (await response.json()) as Answer;
    },
    async put(path, document) {
      await call("PUT", path, document);
    },
  };
}
