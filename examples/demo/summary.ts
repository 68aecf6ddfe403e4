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
  /** The folder that mails are written to. */
  readonly outbox: string;
}

/** Describes for a person what there is to see, and where. */
export function summarize({ docgateUrl, partnerUrl, admin, chain, outbox }: Demo): string {
  const { withPasscode, withoutPasscode } = chain;
  return `
The partner's page   ${partnerUrl}/
  ${line(withoutPasscode)}   signs in with the password alone
  ${line(withPasscode)}   is asked for a passcode too

Mail with passcodes  ${outbox}

docgate's admin API  ${docgateUrl}/admin/api, described at ${docgateUrl}/reference
  ${line(admin)}   signs in by POST /admin/api/session

Change the title of a space by the admin API, then reload the partner's page.
Ctrl-C ends everything and removes what it wrote.

`;
}

function line({ email, password }: SignInDetails): string {
  return `${email.padEnd(18)} ${password}`;
}
