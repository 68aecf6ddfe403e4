/** A command to copy, and its effect. */
export interface Command {
  readonly about: string;
  readonly text: string;
}

/** The first calls of a partner’s server, in a shell with the settings of its environment file. */
export const FIRST_CALLS: readonly Command[] = [
  {
    about: "In the folder with the env file, take over its settings:",
    text: "set -a; . ./partner.env; set +a",
  },
  {
    about: "Mint an application token, which does not expire by the clock:",
    text: `CREDENTIALS=$(printf '%s|%s|%s' "$CLIENT_SECRET" "$API_KEY_ID" "$API_KEY" | base64 | tr -d '\\n')
TOKEN=$(curl -sS -X POST "$DOCGATE_URL/v1/auth/application_token?client_id=$CLIENT_ID" \\
  -H "Origin: $ORIGIN" -H "Authorization: $CREDENTIALS" \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
echo "$TOKEN"`,
  },
  {
    about:
      "Get a code and claim it; the certificate and the shared secret then come to the notification URL:",
    text: `CODE=$(curl -sS "$DOCGATE_URL/v1/resources/certificate?client_id=$CLIENT_ID" \\
  -H "Origin: $ORIGIN" -H "Authorization: Bearer $TOKEN" \\
  | sed 's/.*"code":"\\([^"]*\\)".*/\\1/')
curl -sS -X POST "$DOCGATE_URL/v1/resources/certificate?client_id=$CLIENT_ID" \\
  -H "Origin: $ORIGIN" -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d "{\\"code\\":\\"$CODE\\"}"`,
  },
  {
    about: "Read the spaces that may be offered:",
    text: `curl -sS "$DOCGATE_URL/v1/space/list" -H "Origin: $ORIGIN" -H "Authorization: Bearer $TOKEN"`,
  },
];
