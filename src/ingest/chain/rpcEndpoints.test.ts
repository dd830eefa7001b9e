import { expect, it, test } from "vitest";
import { openClients } from "./openClients";
import { parseRpcEndpoints, shownEndpoint, urlsOfRole } from "./rpcEndpoints";

const setting = `
# Nodes of the office
ethereum=https://a.example/key#history
ethereum=https://b.example/key#head+archive, ethereum=https://c.example
base=public
`;

it("reads endpoints of networks from entries and lines, without comments", () => {
  expect([...parseRpcEndpoints(setting)]).toEqual([
    [
      "ethereum",
      ["https://a.example/key#history", "https://b.example/key#head+archive", "https://c.example"],
    ],
    ["base", ["public"]],
  ]);
});

test.each([
  ["history", ["https://a.example/key#history", "https://c.example"]],
  ["head", ["https://b.example/key#head+archive", "https://c.example"]],
  ["archive", ["https://b.example/key#head+archive", "https://c.example"]],
] as const)("uses the endpoints of role %s and those without a role", (role, urls) => {
  expect(urlsOfRole(parseRpcEndpoints(setting).get("ethereum") ?? [], role)).toEqual(urls);
});

test.each([
  ["https://a.example", "entry 1 does not begin with the slug"],
  ["ethereum=secret", "entry 1 has no http or https URL after ethereum="],
  [
    "base=public ethereum=https://a.example/key#arch",
    "entry 2 has another role after # than history, head, archive",
  ],
  ["base=public base=public", "entry 2 repeats an endpoint of base"],
])("refuses %s", (text, reason) => {
  expect(() => parseRpcEndpoints(text)).toThrow(reason);
  expect(() => parseRpcEndpoints(text)).not.toThrow("key");
});

it("shows endpoints without what can be a key", () => {
  expect(["public", "https://u:p@a.example:8545/key?x=1#head"].map(shownEndpoint)).toEqual([
    "public",
    "https://a.example:8545",
  ]);
});

it("knows public endpoints of networks, which are used only where they are named", async () => {
  const clients = await openClients({
    urls: ["https://a.example", "public"],
    chainId: 8_453,
    role: "history",
  });
  expect(clients.map(({ name }) => name)).toEqual(["https://a.example", "https://mainnet.base.org"]);
  for (const client of clients) client.close();
  await expect(openClients({ urls: ["public"], chainId: 31_337_000, role: "history" })).rejects.toThrow(
    "No public endpoint of a network with chain id 31337000 is known",
  );
  expect(await openClients({ urls: ["https://a.example#head"], chainId: 1, role: "history" })).toEqual([]);
});
