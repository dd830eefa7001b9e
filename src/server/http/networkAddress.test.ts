import { expect, test } from "vitest";
import { networkAddress } from "./networkAddress";

test("without a trusted proxy the socket's address counts, whatever a header says", () => {
  expect(networkAddress("203.0.113.7", null)).toBe("203.0.113.7");
  expect(networkAddress("::ffff:203.0.113.7", null)).toBe("203.0.113.7");
  expect(networkAddress("2001:db8::7", null)).toBe("2001:db8::7");
});

test("behind proxies the last address that is not one of them counts", () => {
  expect(networkAddress("127.0.0.1", "203.0.113.7")).toBe("203.0.113.7");
  expect(networkAddress("127.0.0.1", "203.0.113.7, 10.0.0.2, 172.18.0.1")).toBe("203.0.113.7");
});

test("a visitor cannot choose an address by sending the header", () => {
  expect(networkAddress("127.0.0.1", "198.51.100.1, 203.0.113.7")).toBe("203.0.113.7");
  expect(networkAddress("127.0.0.1", "garbage, 203.0.113.7, <script>")).toBe("203.0.113.7");
});

test("inside a private network the proxy's own word counts", () => {
  expect(networkAddress("127.0.0.1", "192.168.1.20")).toBe("192.168.1.20");
  expect(networkAddress("127.0.0.1", "")).toBe("127.0.0.1");
});
