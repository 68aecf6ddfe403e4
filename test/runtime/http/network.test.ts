import { describe, expect, it } from "vitest";
import { networkOf } from "../../../runtime/http/network.ts";

describe("networkOf", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["2001:db8:0:7::1", "2001:db8:0:7::/64"],
    ["2001:0db8:0000:0007:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["", "unknown"],
    ["unknown", "unknown"],
    ["198.51.100.7:50001", "unknown"],
    ["a word", "unknown"],
  ])("ATTACK-G91: %s counts for %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ["2001:db8:12:34ff::1", 56, "2001:db8:12:3400::/56"],
    ["2001:db8:12:3400::1", 56, "2001:db8:12:3400::/56"],
    ["2001:db8:12:3500::1", 56, "2001:db8:12:3500::/56"],
    ["2001:db8:12:3500::1", 48, "2001:db8:12::/48"],
    ["192.0.2.1", 48, "192.0.2.1"],
    ["::ffff:192.0.2.1", 56, "192.0.2.1"],
    ["a word", 48, "unknown"],
  ] as const)(
    "ATTACK-T282: the %s belongs to the customer's network of %i bits, %s",
    (address, bits, network) => {
      expect(networkOf(address, bits)).toBe(network);
    },
  );

  it("ATTACK-G91: hosts of two networks do not share one", () => {
    expect(networkOf("2001:db8:0:7::1")).not.toBe(networkOf("2001:db8:0:8::1"));
    expect(networkOf("192.0.2.1")).not.toBe(networkOf("192.0.2.2"));
  });
});
