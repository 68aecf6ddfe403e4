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

/** Describes for a person what there is to see, and where, in lines of at most 80 characters. */
export function summarize({ docgateUrl, partnerUrl, admin, chain, outbox }: Demo): string {
  const { withPasscode, withoutPasscode } = chain;
  return `
Console    ${docgateUrl}/admin
           ${line(admin)}
Partner    ${partnerUrl}/
           ${line(withoutPasscode)}  password alone
           ${line(withPasscode)}  password and passcode
Passcodes  ${outbox}
Reference  ${docgateUrl}/reference

Change the title of a space in the console, and watch the partner's page: it
follows by itself. Ctrl-C ends everything and removes what it wrote.

`;
}

function line({ email, password }: SignInDetails): string {
  return `${email.padEnd(18)} ${password}`;
}
