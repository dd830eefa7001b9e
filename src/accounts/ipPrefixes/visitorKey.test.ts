import { expect, test } from "vitest";
import { visitorKey } from "./visitorKey";

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
