import { describe, expect, it } from "vitest";
import { domainOf, isMailAddress, parseSender } from "../../../../runtime/partner/mail/address.ts";

const LONGEST = `${"a".repeat(64)}@${"b".repeat(254 - 65 - 4)}.com`;

describe("isMailAddress", () => {
  it.each([
    "a@b",
    "docgate@localhost",
    "jane.doe+tag@mail.example.com",
    "o'neil/x=y@example.com",
    "jörg@exämple.de",
    "用户@例子.广告",
    LONGEST,
  ])("takes %s", (address) => {
    expect(isMailAddress(address)).toBe(true);
  });

  it.each([
    ["a line break", "a@b\r\nBcc: x@y.z"],
    ["a line break alone", "a@b\nRCPT TO:<x@y.z>"],
    ["a carriage return at the end", "a@b\r"],
    ["a NUL", "a@b\0"],
    ["a control character of Unicode", "a@b\u0085"],
    ["a line separator", "a@b\u2028c"],
    ["a change of text direction", "a@\u202eb"],
    ["half a character", "a\ud83c@b"],
    ["a second address", "a@b,c@d"],
    ["a second address after a semicolon", "a@b;c@d"],
    ["a name", "Jane <a@b>"],
    ["a comment", "a@b(c)"],
    ["a quote", '"a@x"@b'],
    ["a group", "friends:a@b;"],
    ["a backslash", "a\\@b"],
    ["two @ signs", "a@b@c"],
    ["no domain", "a@"],
    ["no user", "@b"],
    ["no @ sign", "a"],
    ["nothing", ""],
    ["blanks", "a b@c"],
    ["10 KB", `${"a".repeat(10_000)}@b`],
    ["one octet too many", `a${LONGEST}`],
    ["too many octets, but not too many characters", `${"é".repeat(127)}@b`],
  ])("ATTACK-G97: refuses an address with %s", (_, address) => {
    expect(isMailAddress(address)).toBe(false);
  });
});

describe("domainOf", () => {
  it("returns the part after the @", () => {
    expect(domainOf("a@mail.example.com")).toBe("mail.example.com");
  });
});

describe("parseSender", () => {
  it.each([
    ["no-reply@example.com", { name: "", address: "no-reply@example.com" }],
    [" no-reply@example.com ", { name: "", address: "no-reply@example.com" }],
    ["<no-reply@example.com>", { name: "", address: "no-reply@example.com" }],
    ["Acme, Inc. <no-reply@example.com>", { name: "Acme, Inc.", address: "no-reply@example.com" }],
    ["Ümläut <a@b>", { name: "Ümläut", address: "a@b" }],
  ])("reads %s", (text, sender) => {
    expect(parseSender(text)).toEqual(sender);
  });

  it.each(["", "Acme", "Acme <>", "Acme <a>", "a@b, c@d", "A\nB <a@b>", "a@b <c@d> e", "<a@b"])(
    "refuses %j and states what is expected",
    (text) => {
      expect(() => parseSender(text)).toThrow(
        `Mail cannot be sent from ${JSON.stringify(text)}: expected an address, as in "no-reply@`,
      );
    },
  );
});
