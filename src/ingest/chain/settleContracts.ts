/**
 * Figures of closed days from the ledger, in the smallest unit of each token: supply, mints, burns, transfers, active
 * addresses, holders and their concentration.
 *
 * Transfers of zero units count in no figure, since anyone can make them from any address. A transfer from an address
 * to itself makes the address active, and counts neither as a transfer nor in volume. The zero address is no holder:
 * transfers from it are mints, transfers to it are burns.
 */
import type { MarketStore } from "#stores";
import { nextRowVersion } from "../rowVersion";
import { withScratchTables } from "../scratchTables";

const ZERO = "0";
/** Days after which an address that is not active again leaves the trailing counts. */
const WINDOWS = [1, 7, 30] as const;

export interface SettledContract {
  id: number;
  /** The last day that is closed, `YYYY-MM-DD`. */
  lastDay: string;
  /** Decimals of amounts; balances are squared in millionths of a token or larger units. */
  decimals: number;
}

/** Computes and stores the figures of all closed days of contracts whose coverage begins at their first block. */
export async function settleContracts(
  store: MarketStore,
  contracts: readonly SettledContract[],
): Promise<void> {
  const version = await nextRowVersion(store);
  for (const contract of contracts) {
    await withScratchTables(store, { purpose: "settle", run: version }, async (scratch) => {
      const parameters = { id: contract.id, lastDay: contract.lastDay, version };
      await store.run(
        `INSERT INTO ledger_holder_days SELECT contract_id, holder, day, sum(change), {version:UInt64} FROM (
          SELECT contract_id, sender AS holder, toDate(timestamp) AS day, -toInt256(value) AS change
          FROM ledger_transfers FINAL
          WHERE contract_id = {id:UInt32} AND value != 0 AND sender != ${ZERO} AND toDate(timestamp) <= {lastDay:Date}
          UNION ALL
          SELECT contract_id, receiver, toDate(timestamp), toInt256(value) FROM ledger_transfers FINAL
          WHERE contract_id = {id:UInt32} AND value != 0 AND receiver != ${ZERO} AND toDate(timestamp) <= {lastDay:Date}
        ) GROUP BY contract_id, holder, day`,
        parameters,
      );
      // Balances over intervals of days: from a change to the day before the next.
      const intervals = await scratch.table(
        "intervals",
        "holder UInt256, day Date, next Date, balance Int256, before Int256",
        "(day, holder)",
      );
      await store.run(
        `INSERT INTO ${intervals}
          SELECT holder, day, if(next <= day, {lastDay:Date} + 1, next), balance, balance - change FROM (
            SELECT holder, day, change,
              sum(change) OVER (PARTITION BY holder ORDER BY day ROWS UNBOUNDED PRECEDING) AS balance,
              leadInFrame(day) OVER (PARTITION BY holder ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS next
            FROM ledger_holder_days FINAL
            WHERE contract_id = {id:UInt32} AND day <= {lastDay:Date}
          )`,
        parameters,
      );
      await store.run(dailySql(intervals, contract.decimals), parameters);
    });
  }
}

/** Changes of counts by day, summed up over days, beside the figures of the days themselves. */
function dailySql(intervals: string, decimals: number): string {
  // Squares of balances fit into 256 bits in millionths of a token.
  const scale = `toInt256('${10n ** BigInt(Math.max(0, decimals - 6))}')`;
  const scaled = (balance: string) => `intDiv(greatest(${balance}, 0), ${scale})`;
  const activity = WINDOWS.map(
    (days) => `
      SELECT day, '${days}' AS of, toInt256(1) AS change FROM ${intervals}
      UNION ALL SELECT least(day + ${days}, next) AS day, '${days}', toInt256(-1) FROM ${intervals}`,
  ).join(" UNION ALL ");
  const total = (of: string) => `sumIf(change, of = '${of}')`;
  return `INSERT INTO ledger_daily
    WITH
      days AS (
        SELECT toDate(arrayJoin(range(toUInt32(min(toDate(timestamp))), toUInt32({lastDay:Date}) + 1))) AS day
        FROM ledger_transfers WHERE contract_id = {id:UInt32} AND toDate(timestamp) <= {lastDay:Date}
        HAVING count() > 0
      ),
      flows AS (
        SELECT toDate(timestamp) AS day,
          countIf(sender != ${ZERO} AND receiver != ${ZERO} AND sender != receiver) AS transfers,
          sumIf(value, sender != ${ZERO} AND receiver != ${ZERO} AND sender != receiver) AS volume,
          sumIf(value, sender = ${ZERO} AND receiver != ${ZERO}) AS mints,
          sumIf(value, receiver = ${ZERO} AND sender != ${ZERO}) AS burns
        FROM ledger_transfers FINAL
        WHERE contract_id = {id:UInt32} AND value != 0 AND toDate(timestamp) <= {lastDay:Date}
        GROUP BY day
      ),
      changes AS (
        SELECT day, ${WINDOWS.map((days) => `${total(String(days))} AS active_${days}`).join(", ")},
          ${total("holders")} AS holders, ${total("squares")} AS squares
        FROM (${activity}
          UNION ALL SELECT day, 'holders', toInt256((balance > 0) - (before > 0)) FROM ${intervals}
          UNION ALL SELECT day, 'squares', ${scaled("balance")} * ${scaled("balance")} - ${scaled("before")} * ${scaled("before")}
            FROM ${intervals}
        ) GROUP BY day
      ),
      tops AS (${topsSql(intervals)})
    SELECT {id:UInt32}, day, transfers, volume, mints, burns,
      sum(toInt256(mints) - toInt256(burns)) OVER before AS supply,
      ${["holders", ...WINDOWS.map((days) => `active_${days}`)]
        .map((name) => `toInt64(sum(changes.${name}) OVER before) AS ${name}`)
        .join(", ")},
      top_1, top_5, top_10, toFloat64(sum(changes.squares) OVER before), {version:UInt64}
    FROM days LEFT JOIN flows USING day LEFT JOIN changes USING day LEFT JOIN tops USING day
    WINDOW before AS (ORDER BY day ROWS UNBOUNDED PRECEDING)
    ORDER BY day`;
}

/**
 * The largest balances of every day. Candidates of a month are holders whose highest balance in it is at least the
 * tenth highest of the lowest balances: on no day of the month can another be among the ten.
 */
function topsSql(intervals: string): string {
  const sumOf = (count: number) => `arraySum(arraySlice(largest, 1, ${count}))`;
  const end = "least(month + INTERVAL 1 MONTH, {lastDay:Date} + 1)";
  const months = `
    SELECT month, holder, groupArray((day, next, balance)) AS parts, max(balance) AS highest,
      if(sum(least(next, ${end}) - greatest(day, month)) = ${end} - month, min(balance), toInt256(0)) AS lowest
    FROM (
      SELECT holder, day, next, balance, arrayJoin(arrayMap(
        number -> toStartOfMonth(day) + toIntervalMonth(number),
        range(toUInt32(dateDiff('month', toStartOfMonth(day), toStartOfMonth(next - 1))) + 1))) AS month
      FROM ${intervals} WHERE balance > 0
    ) GROUP BY month, holder`;
  return `
    SELECT day, ${[1, 5, 10].map((count) => `${sumOf(count)} AS top_${count}`).join(", ")} FROM (
      SELECT day, arrayReverseSort(groupArray(balance)) AS largest FROM (
        SELECT part.3 AS balance, toDate(arrayJoin(range(
          toUInt32(greatest(part.1, month)), toUInt32(least(part.2, ${end}))))) AS day
        FROM (
          SELECT month, arrayJoin(parts) AS part FROM (${months}) AS candidates
          INNER JOIN (
            SELECT month, arrayElement(arrayReverseSort(groupArray(lowest)), 10) AS bound FROM (${months}) GROUP BY month
          ) AS bounds USING month
          WHERE highest >= bound
        )
      ) GROUP BY day
    )`;
}
