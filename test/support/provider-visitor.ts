import type { AdminAnswer, AdminApi } from "./admin-client.ts";
import { signInAtProvider } from "./openid-provider.ts";

/** A browser that signs in at a provider. It keeps cookies, and sends them as browsers do. */
export interface ProviderVisitor {
  /** Sends the email. */
  begin(email: string): Promise<AdminAnswer>;
  /** Follows the provider's redirect back to docgate. */
  comeBack(url: string): Promise<AdminAnswer>;
  /** Signs in from the first page to the last. */
  signIn(email: string, subject: string): Promise<AdminAnswer>;
  /** @returns the email of the one who is signed in, or null */
  whoAmI(): Promise<string | null>;
}

export function createVisitor(api: AdminApi): ProviderVisitor {
  const jar = new Map<string, string>();
  const { origin } = new URL(api.platform.publicUrl);

  function keep(answer: AdminAnswer): AdminAnswer {
    for (const cookie of answer.headers.getSetCookie()) {
      const [name, value] = cookie.split(";", 1)[0]!.split("=") as [string, string];
      jar.set(name, value);
    }
    return answer;
  }

  /** @param isStrict false for a navigation from another site */
  function headers({ isStrict }: { readonly isStrict: boolean }): Record<string, string> {
    const sent = [...jar].filter(([name]) => isStrict || name.endsWith("-provider"));
    return {
      Cookie: sent.map((pair) => pair.join("=")).join("; "),
      "Sec-Fetch-Site": isStrict ? "same-origin" : "cross-site",
      ...(isStrict && { Origin: origin }),
    };
  }

  const visitor: ProviderVisitor = {
    async begin(email) {
      const body = { email };
      const options = { body, headers: headers({ isStrict: true }) };
      return keep(await api.request("POST /session/provider", options));
    },
    async comeBack(url) {
      const { search } = new URL(url);
      const options = { headers: headers({ isStrict: false }) };
      return keep(await api.request(`GET /session/provider/callback${search}`, options));
    },
    async signIn(email, subject) {
      const { location } = (await visitor.begin(email)).json;
      return visitor.comeBack(await signInAtProvider(location, subject));
    },
    async whoAmI() {
      const options = { headers: headers({ isStrict: true }) };
      const { json } = await api.request("GET /session?nobody=true", options);
      return json.admin?.email ?? null;
    },
  };
  return visitor;
}
