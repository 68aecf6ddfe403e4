import type { AdminApi, AdminRequest } from "./admin-client.ts";
import { PASSWORD, type TestAdmin } from "./admin-client.ts";

/** A browser at the console. It keeps the session's cookie and says where requests come from. */
export interface AdminBrowser {
  readonly request: AdminRequest;
  /** Sends the password. */
  signIn(admin: Pick<TestAdmin, "email">, password?: string): ReturnType<AdminRequest>;
}

export function createBrowser(api: AdminApi): AdminBrowser {
  let cookie = "";
  const request: AdminRequest = async (call, options = {}) => {
    const headers = {
      Origin: "https://docgate.test",
      "Sec-Fetch-Site": "same-origin",
      ...(cookie !== "" && { Cookie: cookie }),
      ...options.headers,
    };
    const answer = await api.request(call, { ...options, headers });
    cookie = answer.headers.get("Set-Cookie")?.split(";")[0] ?? cookie;
    return answer;
  };
  return {
    request,
    signIn: ({ email }, password = PASSWORD) =>
      request("POST /session", { body: { email, password } }),
  };
}
