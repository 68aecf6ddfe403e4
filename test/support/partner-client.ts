import { request } from "node:http";

/** An answer of the partner API. */
export interface PartnerAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  readonly json: any;
}

/** The result of a call whose connection was closed without a byte. */
export const DROPPED = "dropped";

export interface PartnerCall {
  readonly method?: string;
  readonly origin?: string | undefined;
  /** The value of `Authorization`. */
  readonly authorization?: string | undefined;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/**
 * Makes one call on a separate connection, with exactly these headers.
 *
 * @returns the answer, or {@link DROPPED} if not one byte came back
 */
export function callPartner(
  url: string,
  { method = "GET", origin, authorization, body, headers = {} }: PartnerCall = {},
): Promise<PartnerAnswer | typeof DROPPED> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const sent: Record<string, string> = { ...headers };
  if (origin !== undefined) sent.Origin = origin;
  if (authorization !== undefined) sent.Authorization = authorization;
  if (text !== undefined) {
    sent["Content-Type"] ??= "application/json";
    sent["Content-Length"] = String(Buffer.byteLength(text));
  }
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: sent, agent: false });
    call.on("error", (error: NodeJS.ErrnoException) => {
      const isDrop = error.code === "ECONNRESET" && call.socket?.bytesRead === 0;
      if (isDrop) resolve(DROPPED);
      else reject(error);
    });
    call.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode!,
          headers: new Headers(response.headers as Record<string, string>),
          text: body,
          get json() {
            return JSON.parse(body);
          },
        });
      });
    });
    call.end(text);
  });
}

/** Does the same, but requires an answer. @throws {Error} if the connection was dropped */
export async function callServed(url: string, call: PartnerCall = {}): Promise<PartnerAnswer> {
  const answer = await callPartner(url, call);
  if (answer === DROPPED) throw new Error(`${call.method ?? "GET"} ${url} was dropped`);
  return answer;
}
