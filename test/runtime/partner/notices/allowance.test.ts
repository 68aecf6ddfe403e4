import { describe, expect, it } from "vitest";
import { parseAllowance } from "../../../../runtime/partner/notices/allowance.ts";
import { mayReach } from "../../../../runtime/partner/notices/target.ts";

function reaches(setting: string, host: string, address: string): boolean {
  return mayReach({ host, address }, parseAllowance(setting));
}

describe("parseAllowance", () => {
  it.each(["", " ", "0"])("ATTACK-F71: allows nothing private with %j", (setting) => {
    expect(reaches(setting, "a.example", "127.0.0.1")).toBe(false);
    expect(reaches(setting, "a.example", "10.0.0.1")).toBe(false);
    expect(reaches(setting, "a.example", "8.8.8.8")).toBe(true);
  });

  it.each(["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "::1", "fd00::1"])(
    'ATTACK-F71: allows loopback and private networks with "1": %s',
    (address) => {
      expect(reaches("1", "a.example", address)).toBe(true);
    },
  );

  it.each([
    "169.254.169.254",
    "fe80::1",
    "0.0.0.0",
    "::",
    "224.0.0.1",
    "255.255.255.255",
    "::ffff:7f00:1",
  ])('ATTACK-F71: does not allow %s with "1"', (address) => {
    expect(reaches("1", "a.example", address)).toBe(false);
  });

  it("ATTACK-F71: allows only what a list names", () => {
    const setting = " 10.1.0.0/16, Receiver.Internal. ,127.0.0.1,fd00::/64 ";

    expect(reaches(setting, "a.example", "10.1.2.3")).toBe(true);
    expect(reaches(setting, "a.example", "10.2.2.3")).toBe(false);
    expect(reaches(setting, "receiver.internal", "192.168.0.1")).toBe(true);
    expect(reaches(setting, "a.receiver.internal", "192.168.0.1")).toBe(false);
    expect(reaches(setting, "a.example", "127.0.0.1")).toBe(true);
    expect(reaches(setting, "a.example", "127.0.0.2")).toBe(false);
    expect(reaches(setting, "a.example", "fd00::1")).toBe(true);
    expect(reaches(setting, "a.example", "fd01::1")).toBe(false);
  });

  /** Public addresses, as on a machine without a private network. */
  const OWN = ["127.0.0.1", "9.9.9.9", "2600:9000::1"];

  function reachesItself(setting: string, address: string, host = "a.example"): boolean {
    return mayReach(
      { host, address },
      parseAllowance(setting, () => OWN),
    );
  }

  it.each(["", "0", "10.0.0.0/8", "127.0.0.1"])(
    "ATTACK-F66: does not allow this machine's public addresses with %j",
    (setting) => {
      for (const address of ["9.9.9.9", "2600:9000::1", "2600:9000:0:0::1"]) {
        expect(reachesItself(setting, address)).toBe(false);
      }
      expect(reachesItself(setting, "9.9.9.10")).toBe(true);
    },
  );

  it.each(["1", "9.9.9.9,2600:9000::1", "9.0.0.0/8,2600::/16", "shop.example"])(
    "ATTACK-F71: allows this machine's public addresses with %j",
    (setting) => {
      for (const address of ["9.9.9.9", "2600:9000::1"]) {
        expect(reachesItself(setting, address, "shop.example")).toBe(true);
      }
    },
  );

  it("ATTACK-F66: asks for this machine's addresses each time, because they change", () => {
    const own = ["9.9.9.9"];
    const allow = parseAllowance("", () => own);
    const target = { host: "a.example", address: "9.9.9.10" };
    expect(mayReach(target, allow)).toBe(true);
    own.push("9.9.9.10");
    expect(mayReach(target, allow)).toBe(false);
  });

  it.each([
    ["10.0.0.0/33", "10.0.0.0/33"],
    ["10.0.0.1,,10.0.0.2", ""],
    ["10.0.0.1,", ""],
    ["010.0.0.0/8", "010.0.0.0/8"],
    ["true", "true"],
    ["Off", "Off"],
    ["*.internal", "*.internal"],
    ["receiver:8080", "receiver:8080"],
    ["http://receiver/", "http://receiver/"],
    ["2130706433", "2130706433"],
    ["2,1", "2"],
  ])("ATTACK-F71: reports which part of %j it cannot parse", (setting, part) => {
    expect(() => parseAllowance(setting)).toThrow(
      `Cannot read the private addresses that notices may be sent to: "${part}" is not a host name, ` +
        "an address or a CIDR range. Expected",
    );
  });
});
