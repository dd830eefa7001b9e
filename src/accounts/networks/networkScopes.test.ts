import { expect, it } from "vitest";
import { networkScopes } from "./networkScopes";

it("counts an IPv4 address by itself", () => {
  expect(networkScopes("203.0.113.7")).toEqual([{ network: "203.0.113.7", share: 1 }]);
  expect(networkScopes("::ffff:203.0.113.7")).toEqual([{ network: "203.0.113.7", share: 1 }]);
  expect(networkScopes("")).toEqual([{ network: "", share: 1 }]);
});

it("counts an IPv6 address by its /64, with higher limits for the enclosing /56 and /48", () => {
  expect(networkScopes("2001:db8:1:2ff:3::1")).toEqual([
    { network: "2001:db8:1:2ff::/64", share: 1 },
    { network: "2001:db8:1:200::/56", share: 2 },
    { network: "2001:db8:1::/48", share: 4 },
  ]);
});
