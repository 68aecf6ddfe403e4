import type { Administrator } from "./setup-api.ts";

/** Says who administers what, and how this administrator gets a token. */
export function showNextSteps({ email, organization }: Administrator): void {
  setText("done-email", email);
  setText("done-organization", organization.name);
  setText("token-command", `docgate admin token --email ${shellWord(email)}`);
}

/** Addresses may hold characters that mean something to a shell. */
function shellWord(text: string): string {
  return /^[\p{L}\p{N}_@.+-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function setText(id: string, text: string): void {
  document.getElementById(id)!.textContent = text;
}
