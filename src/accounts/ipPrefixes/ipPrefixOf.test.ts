import { expect, it } from "vitest";
import { ipPrefixOf } from "./ipPrefixOf";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["::1", "::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["", ""],
])("%s counts as %s", (address, network) => {
  expect(ipPrefixOf(address)).toBe(network);
});

it("uses fewer bits if requested", () => {
  expect(ipPrefixOf("2001:db8:1:2ff:3::1", 56)).toBe("2001:db8:1:200::/56");
  expect(ipPrefixOf("2001:db8:1:2ff:3::1", 48)).toBe("2001:db8:1::/48");
  expect(ipPrefixOf("203.0.113.7", 48)).toBe("203.0.113.7");
});
