import { describe, expect, it } from "vitest";
import { transactionKinds, transactionsResource } from "#domain/resources";
import { ledgerText } from "../../ledger/ledgerRow";
import { namedAssets } from "../../testSupport/catalogFixture";
import { secondsOf } from "../primitives/days";
import { simulate } from "../simulation/simulate";
import { simulateTransactions, TRANSACTION_DAYS } from "./transactions";

const seed = 7;
const catalog = namedAssets();
const world = [...simulate(catalog, { seed, endDate: "2026-11-20", days: 90 })];
const rowsOf = new Map(
  world.map((simulated) => [simulated.asset.slug, simulateTransactions(simulated, { catalog, seed })]),
);
const all = [...rowsOf.values()].flat();

describe("simulated transactions", () => {
  it("cover the last 60 days, with at most 30 rows per token and day", () => {
    const last = world[0]?.window.last ?? 0;
    const perDay = new Map<string, number>();
    for (const row of all) {
      const at = Number(row.timestamp);
      expect(at).toBeGreaterThanOrEqual(secondsOf(last - TRANSACTION_DAYS + 1));
      expect(at).toBeLessThan(secondsOf(last + 1));
      const key = `${row.token_id} ${Math.floor(at / 86_400)}`;
      perDay.set(key, (perDay.get(key) ?? 0) + 1);
    }
    expect(Math.max(...perDay.values())).toBeLessThanOrEqual(30);
    expect(new Set(all.map((row) => row.kind))).toEqual(new Set(transactionKinds));
    expect(new Set(all.map((row) => row.id)).size).toBe(all.length);
  });

  it("sum up to the issued and redeemed amounts", () => {
    for (const { asset, tokens, digits, range } of world) {
      for (const { token, supply, coverage } of tokens) {
        if (!coverage.issuance) continue;
        for (const [kind, amounts] of [
          ["mint", supply.issued],
          ["burn", supply.redeemed],
        ] as const) {
          const rows = (rowsOf.get(asset.slug) ?? []).filter(
            (row) => row.token_id === token.id && row.kind === kind,
          );
          const transferred = rows.reduce(
            (sum, row) => sum + BigInt(Math.round(Number(row.amount_token) * 10 ** digits)),
            0n,
          );
          let expected = 0n;
          for (let i = amounts.length - TRANSACTION_DAYS; i <= range.last - range.first; i++) {
            expected += BigInt(amounts[i] || 0);
          }
          expect(transferred, `${asset.slug} ${token.network} ${kind}`).toBe(expected);
        }
      }
    }
  });

  it("have the format of their network and carry a mark", () => {
    const formats: Record<string, [address: RegExp, hash: RegExp]> = {
      ethereum: [/^0xcada57e[0-9a-f]{33}$/, /^0xcada57e[0-9a-f]{57}$/],
      tron: [/^TSampLe[1-9A-HJ-NP-Za-km-z]{27}$/, /^cada57e[0-9a-f]{57}$/],
      solana: [/^SampLe[1-9A-HJ-NP-Za-km-z]{38}$/, /^SampLe[1-9A-HJ-NP-Za-km-z]{82}$/],
      stellar: [/^GSAMPLE[A-Z2-7]{49}$/, /^cada57e[0-9a-f]{57}$/],
    };
    for (const row of all) {
      const format = formats[String(row.network_slug)];
      if (format === undefined) continue;
      expect(row.transaction_hash).toMatch(format[1]);
      const address = row.from_address ?? row.to_address;
      expect(address).toMatch(format[0]);
      expect(row.from_address === null).toBe(row.kind === "mint");
      expect(row.to_address === null).toBe(row.kind === "burn");
    }
  });

  it("have the same counterparty in every bridge transfer of a token", () => {
    const bridges = new Map<number, Set<unknown>>();
    for (const row of all) {
      if (row.kind !== "bridge_in" && row.kind !== "bridge_out") continue;
      const counterparty = row.kind === "bridge_in" ? row.from_address : row.to_address;
      bridges.set(Number(row.token_id), (bridges.get(Number(row.token_id)) ?? new Set()).add(counterparty));
    }
    expect(bridges.size).toBeGreaterThan(0);
    for (const addresses of bridges.values()) expect(addresses.size).toBe(1);
  });

  it("have every described field, their source, version and edition", () => {
    const lines = ledgerText(transactionsResource, all, { sourceId: 3, version: 5, edition: 2 })
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(all.length);
    expect(lines[0]?.split("\t")).toHaveLength(transactionsResource.fields.length + 3);
    expect(lines[0]).toMatch(/\t3\t5\t2$/);
  });
});
