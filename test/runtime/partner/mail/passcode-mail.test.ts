import { describe, expect, it } from "vitest";
import { passcodeMail } from "../../../../runtime/partner/mail/passcode-mail.ts";

const PASSCODE = { to: "jane@example.com", pin: "042817", minutes: 5, tenant: "Acme" };

describe("passcodeMail", () => {
  it("CHAIN-C10: states the pin and how long it is valid, as text and as HTML", () => {
    const { to, text, html } = passcodeMail(PASSCODE);

    expect(to).toBe("jane@example.com");
    expect(text.split("\n")).toContain("042817");
    expect(text).toContain("valid for 5 minutes");
    expect(html).toContain(">042817</strong>");
    expect(html).toContain("valid for 5 minutes");
  });

  it("keeps the pin out of the subject, which is shown on locked screens", () => {
    const { subject } = passcodeMail(PASSCODE);

    expect(subject).toBe("Your code to sign in to Acme");
  });

  it("writes one minute in the singular", () => {
    expect(passcodeMail({ ...PASSCODE, minutes: 1 }).text).toContain("valid for 1 minute,");
  });

  it("ATTACK-G97, ATTACK-H112: shows a tenant's name as text, whatever it contains", () => {
    const tenant = `<img src=x onerror="alert('1')">&amp;`;
    const { html, text, subject } = passcodeMail({ ...PASSCODE, tenant });

    expect(html).not.toContain("<img");
    expect(html).toContain(
      "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;</h1>",
    );
    expect(text).toContain(tenant);
    expect(subject).toContain(tenant);
  });

  it("ATTACK-G97: keeps a tenant's name on one line", () => {
    const tenant = "Acme\r\nBcc: x@y.z\r\n\r\n000000\n\u2028\u202e\0";
    const { html, text, subject } = passcodeMail({ ...PASSCODE, tenant });

    expect(subject).toBe("Your code to sign in to Acme Bcc: x@y.z 000000");
    expect(text.split("\n").filter((line) => /^\d{6}$/.test(line))).toEqual(["042817"]);
    expect(html).toContain("Your code to sign in to Acme Bcc: x@y.z 000000</h1>");
  });

  it("can be read by a screen reader, and loads nothing", () => {
    const { html } = passcodeMail(PASSCODE);

    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toContain("<title>Your code to sign in to Acme</title>");
    expect(html).toContain("<h1 ");
    expect(html).not.toMatch(/https?:|src=|url\(|<a |<script/);
  });
});
