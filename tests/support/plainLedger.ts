/** Figures of a token by a plain evaluation of its transfers, day by day and holder by holder. */
import type { ChainTransfer } from "./testChain";
import { zeroAddress } from "./tokenContract";

const DAY = 86_400;
const dayOf = (seconds: number) => Math.floor(seconds / DAY);
const dateOf = (day: number) => new Date(day * DAY * 1_000).toISOString().slice(0, 10);

/** Rows as the engine returns them: large numbers as text. */
export function plainLedger(
  transfers: readonly ChainTransfer[],
  {
    lastDay,
    decimals,
    first: firstBlock = 0,
    from: flowsFrom = 0,
    last: lastBlock = Number.POSITIVE_INFINITY,
    firstDay = "",
    isEnded = false,
  }: {
    lastDay: string;
    decimals: number;
    /** Blocks: of the first transfer in balances, of the first one in flows, and of the last one. */
    first?: number;
    from?: number;
    last?: number;
    /** The first day with figures. */
    firstDay?: string;
    /** Whether units do not count at the end of the last day. */
    isEnded?: boolean;
  },
): object[] {
  const end = dayOf(Date.parse(lastDay) / 1_000);
  const inTime = transfers.filter(
    ({ time, block }) => dayOf(time) <= end && block >= firstBlock && block <= lastBlock,
  );
  const [first] = inTime;
  if (first === undefined) return [];
  const balances = new Map<string, bigint>();
  const active = new Map<string, number>();
  const scale = 10n ** BigInt(Math.max(0, decimals - 6));
  let supply = 0n;
  const rows = Array.from({ length: end - dayOf(first.time) + 1 }, (_, index) => {
    const day = dayOf(first.time) + index;
    const isOver = isEnded && day === end;
    let [count, volume, mints, burns] = [0, 0n, 0n, 0n];
    for (const { from, to, value, block } of inTime.filter(
      ({ time, value }) => dayOf(time) === day && value > 0n,
    )) {
      if (from !== zeroAddress) {
        balances.set(from, (balances.get(from) ?? 0n) - value);
        active.set(from, day);
      }
      if (to !== zeroAddress) {
        balances.set(to, (balances.get(to) ?? 0n) + value);
        active.set(to, day);
      }
      if (from === zeroAddress) supply += value;
      else if (to === zeroAddress) supply -= value;
      if (block < flowsFrom) continue;
      if (from === zeroAddress) mints += value;
      else if (to === zeroAddress) burns += value;
      else if (from !== to) {
        count += 1;
        volume += value;
      }
    }
    const positive = [...balances.values()]
      .filter((balance) => balance > 0n && !isOver)
      .sort((a, b) => (a > b ? -1 : 1));
    const top = (most: number) => String(positive.slice(0, most).reduce((sum, balance) => sum + balance, 0n));
    const within = (days: number) => String([...active.values()].filter((last) => last > day - days).length);
    return {
      day: dateOf(day),
      transfers: String(count),
      volume: String(volume),
      mints: String(mints),
      burns: String(burns),
      supply: String(isOver ? 0n : supply),
      holders: String(positive.length),
      active_1: within(1),
      active_7: within(7),
      active_30: within(30),
      top_1: top(1),
      top_5: top(5),
      top_10: top(10),
      squares: String(positive.reduce((sum, balance) => sum + (balance / scale) ** 2n, 0n)),
    };
  });
  return rows.filter(({ day }) => day >= firstDay);
}
