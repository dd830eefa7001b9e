import { describe, expect, test } from "vitest";
import { networkAddress } from "./networkAddresses";
import { parseProxyTrust } from "./proxyTrust";

const from = (setting: string, socket: string, forwardedFor = "") =>
  networkAddress(socket, forwardedFor, parseProxyTrust(setting));

test.each(["0", "false"])(
  "without proxies (%s) the socket's address is used, whatever the header",
  (none) => {
    expect(from(none, "203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
    expect(from(none, "::ffff:203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
    expect(from(none, "2001:db8::7", "198.51.100.1, 127.0.0.1")).toBe("2001:db8::7");
    expect(from(none, "127.0.0.1", "198.51.100.1")).toBe("127.0.0.1");
  },
);

describe("behind a number of proxies", () => {
  test("the address that the outermost proxy saw is used", () => {
    expect(from("1", "10.0.0.2", "203.0.113.7")).toBe("203.0.113.7");
    expect(from("2", "10.0.0.2", "203.0.113.7, 192.0.2.9")).toBe("203.0.113.7");
  });

  test("entries written by the visitor are ignored", () => {
    expect(from("1", "10.0.0.2", "198.51.100.1, 203.0.113.7")).toBe("203.0.113.7");
    expect(from("2", "10.0.0.2", "127.0.0.1, 198.51.100.1, 203.0.113.7, 192.0.2.9")).toBe("203.0.113.7");
  });

  test("a request that passed fewer proxies has the address it came from", () => {
    expect(from("2", "198.51.100.66", "203.0.113.7")).toBe("198.51.100.66");
    expect(from("1", "198.51.100.66")).toBe("198.51.100.66");
    expect(from("2", "198.51.100.66", "203.0.113.7, garbage")).toBe("198.51.100.66");
  });
});

describe("behind proxies of given networks", () => {
  const setting = "loopback, 192.0.2.0/24,2001:db8:cd::/48";

  test("the nearest address outside of them is used", () => {
    expect(from(setting, "127.0.0.1", "203.0.113.7")).toBe("203.0.113.7");
    expect(from(setting, "::1", "203.0.113.7, 192.0.2.9, 2001:db8:cd::5")).toBe("203.0.113.7");
    expect(from(setting, "::ffff:127.0.0.1", "2001:DB8:1::7")).toBe("2001:db8:1::7");
  });

  test("entries written by the visitor are ignored, in any form", () => {
    for (const forged of ["127.0.0.1", "192.0.2.1", "198.51.100.1", "garbage", "<script>", "", "::1"]) {
      expect(from(setting, "127.0.0.1", `${forged}, 203.0.113.7`)).toBe("203.0.113.7");
    }
  });

  test("the header of a connection from elsewhere is ignored", () => {
    expect(from(setting, "198.51.100.66", "203.0.113.7")).toBe("198.51.100.66");
    expect(from(setting, "10.0.0.66", "203.0.113.7")).toBe("10.0.0.66");
  });

  test("the address of the proxy is used if it writes none or an invalid one", () => {
    expect(from(setting, "127.0.0.1")).toBe("127.0.0.1");
    expect(from(setting, "127.0.0.1", "unknown")).toBe("127.0.0.1");
    expect(from(setting, "127.0.0.1", "203.0.113.7, unknown, 192.0.2.9")).toBe("192.0.2.9");
  });

  test("ports that proxies add are removed", () => {
    expect(from(setting, "127.0.0.1", "203.0.113.7:51234")).toBe("203.0.113.7");
    expect(from(setting, "127.0.0.1", "[2001:db8:1::7]:443")).toBe("2001:db8:1::7");
  });
});

test("the former value true trusts proxies in private networks only", () => {
  expect(from("true", "172.18.0.1", "198.51.100.1, 203.0.113.7, 10.0.0.2")).toBe("203.0.113.7");
  expect(from("true", "198.51.100.66", "203.0.113.7")).toBe("198.51.100.66");
});

test.each([
  "yes",
  "11",
  "-1",
  "1.5",
  "0.0.0.0/0",
  "10.0.0.0/33",
  "10.0.0.0/x",
  "2001:db8::/129",
  "10.0.0",
  "10.0.0.0/8/8",
  "1,",
])("the setting %s is refused in words", (setting) => {
  expect(() => parseProxyTrust(setting)).toThrow(/number of proxies|prefix length|exceed/);
});
