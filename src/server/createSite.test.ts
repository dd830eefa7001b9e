import { expect, it } from "vitest";
import { loopbackCheck } from "./createSite";

const check = (
  url: string,
  {
    address = "127.0.0.1",
    baseUrl = "http://localhost:3000",
    headers = {},
  }: { address?: string; baseUrl?: string; headers?: Record<string, string> } = {},
) => loopbackCheck({ baseUrl, networkAddress: () => address })(new Request(url, { headers }));

it.each([
  ["http://localhost:3000/", "127.0.0.1"],
  ["http://127.0.0.1:3000/", "::ffff:127.0.0.1"],
  ["http://[::1]:3000/", "::1"],
])("accepts %s from %s", (url, address) => {
  expect(check(url, { address })).toBe(true);
});

it("rejects other machines, other host names, proxies and public sites", () => {
  expect(check("http://localhost:3000/", { address: "203.0.113.9" })).toBe(false);
  expect(check("http://localhost:3000/", { address: "" })).toBe(false);
  expect(check("http://rebound.example:3000/")).toBe(false);
  expect(check("http://localhost:3000/", { headers: { "x-forwarded-for": "127.0.0.1" } })).toBe(false);
  expect(check("http://localhost:3000/", { headers: { via: "1.1 proxy" } })).toBe(false);
  expect(check("http://localhost:3000/", { baseUrl: "https://data.example.org" })).toBe(false);
});
