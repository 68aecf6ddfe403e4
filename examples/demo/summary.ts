export interface SignInDetails {
  readonly email: string;
  readonly password: string;
}

export interface Demo {
  readonly docgateUrl: string;
  readonly partnerUrl: string;
  readonly admin: SignInDetails;
  readonly chain: {
    readonly withPasscode: SignInDetails;
    readonly withoutPasscode: SignInDetails;
  };
  /** The folder that mail is written to. */
  readonly outbox: string;
}

/** What there is to be seen, for a person. */
export function summarize({ docgateUrl, partnerUrl, admin, chain, outbox }: Demo): string {
  const { withPasscode, withoutPasscode } = chain;
  return `
The partner's page   ${partnerUrl}/
  ${line(withoutPasscode)}   signs in with the password alone
  ${line(withPasscode)}   is asked for a passcode too

Mail with passcodes  ${outbox}

docgate's console    ${docgateUrl}/admin
  ${line(admin)}

Change the title of a space in the console, then reload the partner's page.
Ctrl-C ends everything and removes what it wrote.

`;
}

function line({ email, password }: SignInDetails): string {
  return `${email.padEnd(18)} ${password}`;
}
