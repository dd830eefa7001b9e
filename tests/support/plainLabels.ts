/** Balances of labelled addresses at the end of each day, by a plain evaluation of transfers, holder by holder. */
import type { AddressRow } from "#domain/catalog";
import type { ChainTransfer } from "./testChain";
import { zeroAddress } from "./tokenContract";

export interface PlainLabels {
  day: string;
  supply: bigint;
  excluded: bigint;
  withheld: bigint;
  inactive: bigint;
  pooled: bigint;
  /** By protocol, without those that hold nothing. */
  pools: Record<string, bigint>;
}

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);

export function plainLabels(
  transfers: readonly ChainTransfer[],
  { lastDay, asset, addresses }: { lastDay: string; asset: string; addresses: readonly AddressRow[] },
): PlainLabels[] {
  const [first] = transfers;
  if (first === undefined) return [];
  const balances = new Map<string, bigint>();
  const change = (holder: string, by: bigint) => balances.set(holder, (balances.get(holder) ?? 0n) + by);
  const rows: PlainLabels[] = [];
  let at = 0;
  let supply = 0n;
  for (let time = first.time; dayOf(time) <= lastDay; time += 86_400) {
    const day = dayOf(time);
    for (; transfers[at] !== undefined && dayOf(transfers[at]?.time ?? 0) <= day; at += 1) {
      const { from, to, value } = transfers[at] as ChainTransfer;
      if (from === zeroAddress) supply += value;
      else change(from, -value);
      if (to === zeroAddress) supply -= value;
      else change(to, value);
    }
    const row: PlainLabels = {
      ...{ day, supply, excluded: 0n, withheld: 0n, inactive: 0n, pooled: 0n },
      pools: {},
    };
    for (const [holder, balance] of balances) {
      const applies = addresses.filter(
        (one) =>
          one.address.toLowerCase() === holder &&
          (one.asset === null || one.asset === asset) &&
          (one.from_date === null || one.from_date <= day) &&
          (one.to_date === null || one.to_date >= day),
      );
      const label = applies.find((one) => one.asset !== null) ?? applies[0];
      if (label === undefined || balance <= 0n) continue;
      if (label.excludes_circulating) row.excluded += balance;
      if (label.excludes_circulating || label.kind === "escrow") row.withheld += balance;
      if (["issuer", "custodian", "treasury"].includes(label.kind)) row.inactive += balance;
      if (label.kind !== "pool") continue;
      row.pooled += balance;
      row.pools[label.owner ?? ""] = (row.pools[label.owner ?? ""] ?? 0n) + balance;
    }
    rows.push(row);
  }
  return rows;
}
