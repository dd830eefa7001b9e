import { expect, it, vi } from "vitest";
import { catalogResources } from "#domain";
import { asset, catalogOf, network } from "../testSupport/catalogBuilder";
import { createEntityResolver } from "./entityResolver";

it("lists the groups of the catalog once, however many columns are no asset", () => {
  const catalog = catalogOf({ networks: [network(1, "ethereum")], assets: [asset(101, "alpha")] });
  const { resolveColumn } = createEntityResolver(catalog);
  const listed = catalogResources.map((resource) => vi.spyOn(resource, "valuesOf"));
  try {
    for (let i = 0; i < 50; i += 1) expect(resolveColumn(`nobody ${i}`)).toMatchObject({ ok: false });
    expect(resolveColumn(" Ethereum ")).toMatchObject({ reason: "is a network, not a single asset" });
    expect(Math.max(...listed.map(({ mock }) => mock.calls.length))).toBe(1);
  } finally {
    for (const spy of listed) spy.mockRestore();
  }
});
