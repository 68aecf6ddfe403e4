import { describe, expect, it } from "vitest";
import { parseAllowance } from "../../../../runtime/partner/notices/allowance.ts";
import {
  loggedUrl,
  parseHostName,
  parseNotificationUrl,
} from "../../../../runtime/partner/notices/target.ts";

const NOTHING = parseAllowance("");

function parse(text: string, allowed = "") {
  return parseNotificationUrl(text, { allow: parseAllowance(allowed) });
}

function hrefOf(text: string, allowed = ""): string {
  const parsed = parse(text, allowed);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.target.url.href;
}

describe("parseNotificationUrl", () => {
  it.each([
    ["https://partner.example/notices", "https://partner.example/notices"],
    ["http://partner.example", "http://partner.example/"],
    ["HTTPS://Partner.Example:443/A?b=c", "https://partner.example/A?b=c"],
    ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
    ["https://8.8.8.8/x", "https://8.8.8.8/x"],
    ["https://[2606:4700:0::1111]/", "https://[2606:4700::1111]/"],
    ["https://a_b.example/ü", "https://a_b.example/%C3%BC"],
    ["https://partner.example/?to=a@b", "https://partner.example/?to=a@b"],
  ])("ATTACK-F70: accepts %s in its normal form", (text, href) => {
    expect(hrefOf(text)).toBe(href);
  });

  it.each([1, 22, 25, 80, 6379, 8443, 65535])(
    "ATTACK-F78: accepts port %d like any other",
    (port) => {
      expect(hrefOf(`https://partner.example:${port}/`)).toBe(`https://partner.example:${port}/`);
    },
  );

  it.each([
    ...[
      "ftp://partner.example/",
      "file:///etc/passwd",
      "gopher://partner.example/",
      "javascript:0",
    ],
    ...["data:text/plain,x", "ws://partner.example/", "partner.example", "//partner.example", ""],
    ...[
      "http:partner.example",
      "http:/partner.example",
      "http:///partner.example",
      "blob:http://a/b",
    ],
  ])("ATTACK-F78: rejects %j, which is not http:// or https://", (text) => {
    expect(parse(text)).toMatchObject({
      ok: false,
      error: "url",
      problem: "The notification URL must start with http:// or https:// and a host.",
    });
  });

  it.each([
    ...[
      "http://a.example/\r\nX: y",
      "http://a.example/\n",
      "\nhttp://a.example/",
      "http://a\t.example/",
    ],
    ...[
      "http://a.example/\0",
      "http://a.example/a b",
      " http://a.example/",
      "http://a.example/\u0085",
    ],
    ...[
      "http://a.example/\u00a0",
      "http://127.0.0.1\\@example.com",
      "http://a.example\\.b.example/",
    ],
  ])("ATTACK-F79: rejects %j, which a parser would fix", (text) => {
    expect(parse(text)).toMatchObject({
      ok: false,
      problem: "The notification URL must not contain spaces, control characters or backslashes.",
    });
  });

  it.each([
    ...[
      "http://user:pw@a.example/",
      "http://user@a.example/",
      "http://:pw@a.example/",
      "http://@a.example/",
    ],
    ...[
      "http://user:pw@127.0.0.1",
      "http://a.example@127.0.0.1/",
      "http://a.example:80@b.example/",
    ],
  ])("ATTACK-F67, ATTACK-F79: rejects %s, which contains a user name or a password", (text) => {
    const parsed = parse(text);

    expect(parsed).toMatchObject({ ok: false, error: "url" });
    expect(parsed).not.toMatchObject({ problem: expect.stringContaining("pw@") });
  });

  it("ATTACK-F79: accepts 2048 characters, and rejects more before and after normalisation", () => {
    const start = "https://partner.example/";
    const longest = start + "a".repeat(2048 - start.length);

    expect(parse(longest).ok).toBe(true);
    expect(parse(`${longest}a`)).toMatchObject({
      problem: "The notification URL must have at most 2048 characters, but has 2049.",
    });
    expect(parse(start + "a".repeat(10_240)).ok).toBe(false);
    expect(parse(start + "ü".repeat(1000)).ok).toBe(false);
  });

  it.each([
    ["http://a.example/#f", "must not have a fragment (#)"],
    ["http://a.example:0/", "must not have port 0"],
    ["http://a.example:65536/", "is not a valid URL"],
    ["http://256.1.1.1/", "is not a valid URL"],
    ["http://[::1/", "is not a valid URL"],
    ["http://a..example/", "must have a host that is a name or an address"],
    ["http://.a.example/", "must have a host that is a name or an address"],
    ["http://a.example../", "must have a host that is a name or an address"],
    ["http://*.example/", "must have a host that is a name or an address"],
    ["http://a$b.example/", "must have a host that is a name or an address"],
    [`http://${"a".repeat(64)}.example/`, "must have a host that is a name or an address"],
    [`http://${"a.".repeat(127)}a.b/`, "must have a host that is a name or an address"],
  ])("ATTACK-F79: rejects %s: %s", (text, problem) => {
    expect(parse(text)).toMatchObject({ ok: false, problem: `The notification URL ${problem}.` });
  });

  it.each([
    ...[
      "http://127.0.0.1/",
      "http://10.0.0.1/",
      "https://169.254.169.254/latest",
      "http://0.0.0.0/",
    ],
    ...["http://[::1]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"],
    ...[
      "http://[64:ff9b::7f00:1]/",
      "http://[fe80::1]/",
      "http://[fd00:ec2::254]/",
      "http://224.0.0.1/",
    ],
  ])("ATTACK-F66: refuses the literal %s", (text) => {
    expect(parse(text)).toMatchObject({ ok: false, error: "address" });
  });

  it.each([
    ...["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/", "http://0/"],
    ...[
      "http://0x7f000001/",
      "http://017700000001/",
      "http://127.0.0.1./",
      "http://１２７.０.０.１/",
    ],
    ...[
      "http://127。0。0。1/",
      "http://①②⑦.0.0.1/",
      "http://%31%32%37.0.0.1/",
      "http://[::127.0.0.1]/",
    ],
    ...["http://localhost/", "http://localhost./", "http://LOCALHOST:8080/", "http://a.localhost/"],
    ...["http://ｌｏｃａｌｈｏｓｔ/", "http://[0:0::1]/", "http://3232235777/"],
  ])("ATTACK-F67: refuses %s, which means a private address", (text) => {
    expect(parse(text)).toMatchObject({ ok: false, error: "address" });
  });

  it.each(["http://[::1%25lo]/", "http://[fe80::1%25eth0]/", "http://[::1%lo]/"])(
    "ATTACK-F67: rejects the zone in %s",
    (text) => {
      expect(parse(text)).toMatchObject({ ok: false, error: "url" });
    },
  );

  it("ATTACK-F66: reports where the URL leads", () => {
    expect(parse("http://0x7f.1:8080/secret?token=1")).toEqual({
      ok: false,
      error: "address",
      problem:
        'The notification URL must not lead to "127.0.0.1": notices go to other machines of the internet only. Whoever runs docgate can allow it with DOCGATE_NOTICE_ALLOW_PRIVATE=127.0.0.1.',
    });
  });

  it.each([
    ["127.0.0.1", "http://127.0.0.1/"],
    ["127.0.0.1", "http://localhost/"],
    ["localhost", "http://localhost/"],
    ["127.0.0.0/8", "http://127.1/"],
    ["::1", "http://[::1]/"],
    ["1", "http://192.168.1.1/"],
    ["169.254.169.254", "http://169.254.169.254/"],
  ])("ATTACK-F71: with %j, takes %s", (allowed, text) => {
    expect(parse(text).ok).toBe(false);
    expect(parse(text, allowed).ok).toBe(true);
  });

  it.each([
    ["127.0.0.1", "http://127.0.0.2/"],
    ["localhost", "http://127.0.0.1/"],
    ["localhost", "http://a.localhost/"],
    ["10.1.0.0/16", "http://10.2.0.1/"],
    ["127.0.0.1", "http://[::ffff:127.0.0.1]/"],
    ["1", "http://169.254.169.254/"],
    ["1", "http://0.0.0.0/"],
    ["1", "http://[fe80::1]/"],
    ["1", "http://[::ffff:10.0.0.1]/"],
    ["1", "http://224.0.0.1/"],
  ])("ATTACK-F71: with %j, still refuses %s", (allowed, text) => {
    expect(parse(text, allowed)).toMatchObject({ ok: false, error: "address" });
  });

  it("ATTACK-F68: leaves names to be checked when a notice is sent", () => {
    expect(parseNotificationUrl("http://internal.example.:81/", { allow: NOTHING })).toMatchObject({
      ok: true,
      target: { host: "internal.example", address: null },
    });
  });
});

describe("loggedUrl", () => {
  it.each([
    ["https://user:pw@a.example:8443/path?token=1#f", "https://a.example:8443/path"],
    ["http://a.example", "http://a.example/"],
    ["not a url with secret", "(not a URL)"],
    ["", "(not a URL)"],
  ])("ATTACK-F79: logs no user name, password or query of %j", (text, logged) => {
    expect(loggedUrl(text)).toBe(logged);
  });
});

describe("parseHostName", () => {
  it.each([
    ["receiver", "receiver"],
    ["Receiver.Internal.", "receiver.internal"],
    ["münchen.example", "xn--mnchen-3ya.example"],
  ])("ATTACK-F71: reads %j as %j", (text, host) => {
    expect(parseHostName(text)).toBe(host);
  });

  it.each([
    ...["", ".", "a b", "a/b", "a:80", "user@a", "*.a", "a?b", "127.0.0.1", "127.1", "2130706433"],
    ...["0x7f.1", "::1", "[::1]", "a..b", "a#b", "a\\b", "10.0.0.0/8"],
  ])("ATTACK-F71: does not accept %j as a host name", (text) => {
    expect(parseHostName(text)).toBeNull();
  });
});
