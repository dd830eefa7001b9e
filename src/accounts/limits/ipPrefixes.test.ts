import { expect, it, test } from "vitest";
import { countedPrefixes, ipPrefixOf, visitorKey } from "./ipPrefixes";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["::1", "::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["", ""],
])("%s counts as %s", (address, prefix) => {
  expect(ipPrefixOf(address)).toBe(prefix);
});

it("uses fewer bits if requested", () => {
  expect(ipPrefixOf("2001:db8:1:2ff:3::1", 56)).toBe("2001:db8:1:200::/56");
  expect(ipPrefixOf("2001:db8:1:2ff:3::1", 48)).toBe("2001:db8:1::/48");
  expect(ipPrefixOf("203.0.113.7", 48)).toBe("203.0.113.7");
});

it("counts an IPv4 address by itself", () => {
  expect(countedPrefixes("203.0.113.7")).toEqual([{ prefix: "203.0.113.7", share: 1 }]);
  expect(countedPrefixes("::ffff:203.0.113.7")).toEqual([{ prefix: "203.0.113.7", share: 1 }]);
  expect(countedPrefixes("")).toEqual([{ prefix: "", share: 1 }]);
});

it("counts an IPv6 address by its /64, with higher limits for the enclosing /56 and /48", () => {
  expect(countedPrefixes("2001:db8:1:2ff:3::1")).toEqual([
    { prefix: "2001:db8:1:2ff::/64", share: 1 },
    { prefix: "2001:db8:1:200::/56", share: 2 },
    { prefix: "2001:db8:1::/48", share: 4 },
  ]);
});

test("an API key and a signed-in user have keys of their own, whatever their address", () => {
  expect(visitorKey({ keyId: 7 })).toBe("key 7");
  expect(visitorKey({ userId: "u1", networkAddress: "203.0.113.7" })).toBe("account u1");
});

test("anonymous visitors are counted by IPv4 address or by the /64 prefix of their IPv6 address", () => {
  expect(visitorKey({ userId: "", networkAddress: "203.0.113.7" })).toBe("network 203.0.113.7");
  expect(visitorKey({ networkAddress: "2001:db8:1:2ff:3::1" })).toBe("network 2001:db8:1:2ff::/64");
  expect(visitorKey({ networkAddress: "2001:db8:1:2ff:4::2" })).toBe("network 2001:db8:1:2ff::/64");
  expect(visitorKey({ networkAddress: "everybody" })).toBe("network everybody");
});
