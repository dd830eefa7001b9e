import { expect, it } from "vitest";
import { RateLimits } from "./rateLimits";

it("limits a client that changes its address within an IPv6 network, and no other client", async () => {
  const limits = new RateLimits("test");
  const isOver = async (address: string) => (await limits.countNetwork(address, 2)).isOver;
  // The limit of one /64 is two requests.
  expect(await isOver("2001:db8:1:200::1")).toBe(false);
  expect(await isOver("2001:db8:1:200::2")).toBe(false);
  expect(await isOver("2001:db8:1:200::3")).toBe(true);
  // The /56 has counted three of four.
  expect(await isOver("2001:db8:1:201::1")).toBe(false);
  expect(await isOver("2001:db8:1:202::1")).toBe(true);
  // The /48 has counted five of eight.
  for (const subnet of ["300", "400", "500"]) expect(await isOver(`2001:db8:1:${subnet}::1`)).toBe(false);
  expect(await isOver("2001:db8:1:600::1")).toBe(true);
  expect(await isOver("2001:db8:2:200::1")).toBe(false);
  expect(await isOver("203.0.113.7")).toBe(false);
});
