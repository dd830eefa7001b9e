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
  /** The first day to compute, `YYYY-MM-DD`, after days that are stored; null: all days. */
  since: string | null;
  /** A block of an earlier day, or the first block of that day. */
  fromBlock: bigint;
  /** Default: all transfers count. */
  range?: SettledRange;
}

/** Which transfers count, if not all. */
export interface SettledRange {
  /** Earlier transfers do not count. */
  first: bigint;
  /** Earlier transfers count in balances only. */
  from: bigint;
  /** The first day with figures, `YYYY-MM-DD`. */
  firstDay: string;
  /** Later transfers do not count; null: all do. */
  last: bigint | null;
  /** Whether the last day is that of the last block: its units do not count at the end of that day. */
  isEnded: boolean;
}

/** Before every transfer. */
const FIRST_DAY = "1970-01-01";
const LAST_BLOCK = 2n ** 64n - 1n;
const EVERYTHING: SettledRange = { first: 0n, from: 0n, firstDay: FIRST_DAY, last: null, isEnded: false };

/** Figures that do not fit into 256 bits, as bits of `overflow`: they are not computable. */
export const overflow = {
  /** Amounts of the day. */
  amounts: 1,
  /** Supply and balances, from the day on. */
  balances: 2,
  /** Squares of balances, from the day on. */
  squares: 4,
} as const;

/** Sums of a day below this fit into 256 bits. */
const LARGEST_SUM = `pow(2, 254)`;
/** Sums of thousands of days below this fit. */
const LARGEST_DAY = `pow(2, 240)`;
/** Squares of any number of balances below this fit: 10^24 tokens in millionths. */
const LARGEST_BALANCE = `toInt256('${2n ** 100n}')`;

/** Rows that contracts computed together may have, so that memory is limited by the largest contract. */
const MOST_ROWS = 2_000_000;

/**
 * Computes and stores the figures of closed days of contracts of one network whose coverage begins at their first
 * block. Contracts of the same days are computed together: a day adds few transfers to each of hundreds.
 */
export async function settleContracts(
  store: MarketStore,
  contracts: readonly SettledContract[],
): Promise<void> {
  const version = await nextRowVersion(store);
  for (const group of await groupContracts(store, contracts)) {
    await withScratchTables(store, { purpose: "settle", run: version }, async (scratch) => {
      const { since, lastDay, decimals, range = EVERYTHING } = group[0];
      const [lowest = 0n] = group.map(({ fromBlock }) => fromBlock).sort((a, b) => (a < b ? -1 : 1));
      const parameters = {
        ids: group.map(({ id }) => id),
        lastDay,
        version,
        since: since ?? FIRST_DAY,
        fromBlock: String(since === null ? range.first : lowest),
        flowsFrom: String(range.from),
        toBlock: String(range.last ?? LAST_BLOCK),
        firstDay: range.firstDay,
        isEnded: range.isEnded,
      };
      await store.run(
        `INSERT INTO ledger_holder_days SELECT contract_id, holder, day, sum(change), {version:UInt64} FROM (
          SELECT contract_id, sender AS holder, toDate(timestamp) AS day, -toInt256(value) AS change
          FROM ledger_transfers FINAL WHERE ${TRANSFERS} AND value != 0 AND sender != ${ZERO}
          UNION ALL
          SELECT contract_id, receiver, toDate(timestamp), toInt256(value)
          FROM ledger_transfers FINAL WHERE ${TRANSFERS} AND value != 0 AND receiver != ${ZERO}
        ) GROUP BY contract_id, holder, day`,
        parameters,
      );
      const intervals = await scratch.table(
        "intervals",
        "contract_id UInt32, holder UInt256, day Date, next Date, balance Int256, before Int256, is_active Bool",
        "(contract_id, day, holder)",
      );
      await store.run(intervalsSql(intervals, { areAll: since === null }), parameters);
      if (since !== null) await store.run(otherLargestSql(intervals), parameters);
      await store.run(dailySql(intervals, decimals), parameters);
    });
  }
}

type ContractGroup = readonly [SettledContract, ...SettledContract[]];

/** Contracts with the same days, units and blocks that count, with a limited number of rows together. */
async function groupContracts(
  store: MarketStore,
  contracts: readonly SettledContract[],
): Promise<ContractGroup[]> {
  const sizes = await countRows(store, contracts);
  const groups: [SettledContract, ...SettledContract[]][] = [];
  const open = new Map<string, { group: SettledContract[]; rows: number }>();
  for (const contract of contracts) {
    const { lastDay, since, decimals, range = EVERYTHING } = contract;
    const { first, from, firstDay, last, isEnded } = range;
    const key = [lastDay, since, squareUnit(decimals), first, from, firstDay, last, isEnded].join();
    const rows = sizes.get(contract.id) ?? 0;
    const current = open.get(key);
    if (current !== undefined && current.rows + rows <= MOST_ROWS) {
      current.group.push(contract);
      current.rows += rows;
      continue;
    }
    const group: [SettledContract] = [contract];
    groups.push(group);
    open.set(key, { group, rows });
  }
  return groups;
}

/** Transfers of contracts whose days are all computed, and changes of holders of the others. */
async function countRows(
  store: MarketStore,
  contracts: readonly SettledContract[],
): Promise<Map<number, number>> {
  const countOf = (table: string, some: readonly SettledContract[]) =>
    store.compactRows<[id: number, rows: string]>(
      `SELECT contract_id, count() FROM ${table} WHERE contract_id IN {ids:Array(UInt32)} GROUP BY contract_id`,
      { ids: some.map(({ id }) => id) },
    );
  const counts = await Promise.all([
    countOf(
      "ledger_transfers",
      contracts.filter(({ since }) => since === null),
    ),
    countOf(
      "ledger_holder_days",
      contracts.filter(({ since }) => since !== null),
    ),
  ]);
  return new Map(counts.flat().map(([id, rows]) => [id, Number(rows)]));
}

/** Squares of balances fit into 256 bits in millionths of a token. */
const squareUnit = (decimals: number): bigint => 10n ** BigInt(Math.max(0, decimals - 6));

/** Transfers of the days to compute. */
const TRANSFERS = `contract_id IN {ids:Array(UInt32)} AND block >= {fromBlock:UInt64} AND block <= {toBlock:UInt64}
  AND toDate(timestamp) >= {since:Date} AND toDate(timestamp) <= {lastDay:Date}`;

/** Whether activity of a day counts in the trailing figures of the first computed day or later. */
const COUNTS = `day + ${Math.max(...WINDOWS)} > {since:Date}`;

const RECENT = `SELECT contract_id, holder FROM ledger_holder_days
  WHERE contract_id IN {ids:Array(UInt32)} AND day <= {lastDay:Date} AND ${COUNTS}`;

/** Balances over intervals of days, from a change to the day before the next one. */
const intervalsSql = (intervals: string, { areAll }: { areAll: boolean }): string => `
  INSERT INTO ${intervals}
    SELECT contract_id, holder, day, if(next <= day, {lastDay:Date} + 1, next) AS end, balance, balance - change, ${COUNTS} FROM (
      SELECT contract_id, holder, day, change,
        sum(change) OVER (PARTITION BY contract_id, holder ORDER BY day ROWS UNBOUNDED PRECEDING) AS balance,
        leadInFrame(day) OVER (PARTITION BY contract_id, holder ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS next
      FROM ledger_holder_days FINAL
      WHERE contract_id IN {ids:Array(UInt32)} AND day <= {lastDay:Date} ${areAll ? "" : `AND (contract_id, holder) IN (${RECENT})`}
    ) WHERE end > {since:Date} OR ${COUNTS}`;

/** The largest of the other holders, whose balances are the same on all computed days. */
const otherLargestSql = (intervals: string): string => `
  INSERT INTO ${intervals}
    SELECT contract_id, holder, {since:Date}, {lastDay:Date} + 1, sum(change) AS balance, balance, false
    FROM ledger_holder_days FINAL
    WHERE contract_id IN {ids:Array(UInt32)} AND day < {since:Date} AND (contract_id, holder) NOT IN (${RECENT})
    GROUP BY contract_id, holder HAVING balance > 0 ORDER BY balance DESC LIMIT 10 BY contract_id`;

/** Changes of counts by day, summed up over days, beside the figures of the days themselves. */
function dailySql(intervals: string, decimals: number): string {
  const scale = `toInt256('${squareUnit(decimals)}')`;
  const scaled = (balance: string) => `intDiv(greatest(${balance}, 0), ${scale})`;
  const activity = WINDOWS.map(
    (days) => `
      SELECT contract_id, greatest(day, {since:Date}) AS day, '${days}' AS of, toInt256(1) AS change FROM ${intervals} WHERE is_active
      UNION ALL SELECT contract_id, greatest(least(day + ${days}, next), {since:Date}), '${days}', toInt256(-1)
        FROM ${intervals} WHERE is_active`,
  ).join(" UNION ALL ");
  const before = (column: string) => `stored.${column}`;
  const total = (of: string) => `sumIf(change, of = '${of}')`;
  const counted = `block >= {flowsFrom:UInt64}`;
  const isMint = `sender = ${ZERO} AND receiver != ${ZERO}`;
  const isBurn = `receiver = ${ZERO} AND sender != ${ZERO}`;
  const isTransfer = `sender != ${ZERO} AND receiver != ${ZERO} AND sender != receiver`;
  const isEnd = "{isEnded:Bool} AND day = {lastDay:Date}";
  /** A level at the end of a day. */
  const level = (value: string) => `if(${isEnd}, 0, ${value})`;
  const bit = (of: number, condition: string) => `if(${condition}, ${of}, 0)`;
  const wasStored = (of: number) => `bitAnd(stored.overflow, ${of}) > 0`;
  return `INSERT INTO ledger_daily (contract_id, day, transfers, volume, mints, burns, supply, holders,
      ${WINDOWS.map((days) => `active_${days}`).join(", ")}, top_1, top_5, top_10, squares, overflow, version)
    WITH
      days AS (
        SELECT contract_id, toDate(arrayJoin(range(toUInt32(min(first)), toUInt32({lastDay:Date}) + 1))) AS day FROM (
          SELECT contract_id, toDate(timestamp) AS first FROM ledger_transfers
          WHERE ${TRANSFERS} AND {since:Date} = '${FIRST_DAY}'
          UNION ALL SELECT arrayJoin({ids:Array(UInt32)}), {since:Date} WHERE {since:Date} != '${FIRST_DAY}'
        ) GROUP BY contract_id
      ),
      flows AS (
        SELECT contract_id, toDate(timestamp) AS day,
          countIf(${isTransfer} AND ${counted}) AS transfers,
          sumIf(value, ${isTransfer} AND ${counted}) AS volume,
          sumIf(value, ${isMint} AND ${counted}) AS mints,
          sumIf(value, ${isBurn} AND ${counted}) AS burns,
          sumIf(toInt256(value), ${isMint}) - sumIf(toInt256(value), ${isBurn}) AS supply_change,
          sum(toFloat64(value)) AS size
        FROM ledger_transfers FINAL WHERE ${TRANSFERS} AND value != 0
        GROUP BY contract_id, day
      ),
      changes AS (
        SELECT contract_id, day, ${WINDOWS.map((days) => `${total(String(days))} AS active_${days}`).join(", ")},
          ${total("holders")} AS holders, ${total("squares")} AS squares, ${total("large")} AS large
        FROM (${activity}
          UNION ALL SELECT contract_id, day, 'holders', toInt256((balance > 0) - (before > 0))
            FROM ${intervals} WHERE day >= {since:Date}
          UNION ALL SELECT contract_id, day, 'squares', ${scaled("balance")} * ${scaled("balance")} - ${scaled("before")} * ${scaled("before")}
            FROM ${intervals} WHERE day >= {since:Date}
          UNION ALL SELECT contract_id, day, 'large', toInt256(1)
            FROM ${intervals} WHERE day >= {since:Date} AND ${scaled("balance")} >= ${LARGEST_BALANCE}
        ) GROUP BY contract_id, day
      ),
      stored AS (
        SELECT contract_id, supply, toInt256(holders) AS holders, squares, overflow FROM ledger_daily FINAL
        WHERE contract_id IN {ids:Array(UInt32)} AND day < {since:Date} ORDER BY day DESC LIMIT 1 BY contract_id
      ),
      tops AS (${topsSql(intervals)}),
      figures AS (
        SELECT contract_id, day, transfers, volume, mints, burns,
          ${before("supply")} + sum(supply_change) OVER before AS supply,
          toInt64(${before("holders")} + sum(changes.holders) OVER before) AS holders,
          ${WINDOWS.map((days) => `toInt64(sum(changes.active_${days}) OVER before) AS active_${days}`).join(", ")},
          top_1, top_5, top_10, ${before("squares")} + sum(changes.squares) OVER before AS squares,
          ${bit(overflow.amounts, `size >= ${LARGEST_SUM}`)}
            + ${bit(overflow.balances, `max(size) OVER before >= ${LARGEST_DAY} OR ${wasStored(overflow.balances)}`)}
            + ${bit(overflow.squares, `max(large) OVER before > 0 OR ${wasStored(overflow.squares)}`)} AS overflow
        FROM days LEFT JOIN flows USING (contract_id, day) LEFT JOIN changes USING (contract_id, day)
          LEFT JOIN tops USING (contract_id, day) LEFT JOIN stored USING contract_id
        WINDOW before AS (PARTITION BY contract_id ORDER BY day ROWS UNBOUNDED PRECEDING)
      )
    SELECT contract_id, day, transfers, volume, mints, burns, ${level("supply")}, ${level("holders")},
      ${WINDOWS.map((days) => `active_${days}`).join(", ")},
      ${["top_1", "top_5", "top_10", "squares"].map(level).join(", ")}, overflow, {version:UInt64}
    FROM figures WHERE day >= {firstDay:Date}
    ORDER BY contract_id, day`;
}

/**
 * The largest balances of every day. Candidates of a month have at least the tenth largest of the balances that do not
 * change in it: on no day of the month can another be among the ten.
 */
function topsSql(intervals: string): string {
  const sumOf = (count: number) => `arraySum(arraySlice(largest, 1, ${count}))`;
  const start = "greatest(month, {since:Date})";
  const end = "least(month + INTERVAL 1 MONTH, {lastDay:Date} + 1)";
  const months = `
    SELECT contract_id, day, next, balance, arrayJoin(arrayMap(
      number -> toStartOfMonth(greatest(day, {since:Date})) + toIntervalMonth(number),
      range(toUInt32(dateDiff('month', toStartOfMonth(greatest(day, {since:Date})), toStartOfMonth(next - 1))) + 1))) AS month
    FROM ${intervals} WHERE balance > 0 AND next > {since:Date}`;
  return `
    SELECT contract_id, day, ${[1, 5, 10].map((count) => `${sumOf(count)} AS top_${count}`).join(", ")} FROM (
      SELECT contract_id, day, arrayReverseSort(groupArray(balance)) AS largest FROM (
        SELECT contract_id, balance,
          toDate(arrayJoin(range(toUInt32(greatest(day, ${start})), toUInt32(least(next, ${end}))))) AS day
        FROM (${months}) AS candidates
        LEFT JOIN (
          SELECT contract_id, month, -arrayElement(groupArraySorted(10)(-toFloat64(balance)), 10) AS bound
          FROM (${months}) WHERE day <= ${start} AND next >= ${end} GROUP BY contract_id, month
        ) AS bounds USING (contract_id, month)
        WHERE toFloat64(balance) >= bound
      ) GROUP BY contract_id, day
    )`;
}
