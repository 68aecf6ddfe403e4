import { describe, expect, it } from "vitest";
import { isAllowed, parseNetwork } from "../../../../runtime/partner/keys/networks.ts";

describe("parseNetwork", () => {
  it.each([
    ["192.0.2.0/24", "192.0.2.0/24"],
    [" 192.0.2.7 ", "192.0.2.7/32"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8:0:0::/32", "2001:db8::/32"],
    ["2001:db8::7", "2001:db8::7/128"],
    ["::/0", "::/0"],
    ["::ffff:192.0.2.0/120", "192.0.2.0/24"],
    ["::ffff:c000:207", "192.0.2.7/32"],
  ])("reads %s as %s", (text, network) => {
    expect(parseNetwork(text)).toEqual({ ok: true, network });
  });

  it.each([
    ["192.0.2.7/24", "192.0.2.0/24"],
    ["2001:db8::1/32", "2001:db8::/32"],
  ])("suggests for %s the block %s", (text, suggestion) => {
    expect(parseNetwork(text)).toEqual({ ok: false, suggestion });
  });

  it.each([
    ...["", "/24", "192.0.2.0/33", "192.0.2.0/-1", "192.0.2.0/2/4", "192.0.2.0/", "192.0.2/24"],
    ...["010.0.0.1", "0x7f.0.0.1", "2130706433", "2001:db8::/129", "fe80::1%eth0/64", "all"],
    ...["192.0.2.0/24, 198.51.100.0/24", "[2001:db8::]/32", "::1::", "example.com"],
  ])("ATTACK-S212: refuses %j", (text) => {
    expect(parseNetwork(text)).toEqual({ ok: false });
  });
});

describe("isAllowed", () => {
  const NETWORKS = ["192.0.2.0/24", "192.0.0.0/16", "2001:db8:7::/48", "fe80::/64"];

  it.each([
    ...["192.0.2.7", "192.0.255.255", "::ffff:192.0.2.7", "::ffff:c000:207"],
    ...["2001:db8:7::1", "2001:DB8:0007:ffff::", "fe80::1%eth0"],
  ])("ATTACK-S212: allows %s", (address) => {
    expect(isAllowed(address, NETWORKS)).toBe(true);
  });

  it.each([
    ...["192.1.0.0", "203.0.113.7", "::192.0.2.7", "2001:db8:8::1", "2002:c000:207::"],
    ...["", "unknown", "0300.0.2.7", "192.0.2.7, 203.0.113.7", "192.0.2.7:80", "_hidden"],
  ])("ATTACK-S212: allows no %j", (address) => {
    expect(isAllowed(address, NETWORKS)).toBe(false);
    expect(isAllowed(address, null)).toBe(true);
  });
});
