/**
 * Balances of labelled addresses at the end of every settled day, in the smallest unit of the token: what does not
 * circulate, what is locked for bridged units, what issuers, custodians and treasuries hold, and what protocols hold.
 */
import type { MarketStore } from "#stores";
import { nextRowVersion } from "../rowVersion";
import { withScratchTables } from "../scratchTables";
import type { LabelledPeriod } from "./addressLabels";

export interface LabelledContract {
  id: number;
  periods: readonly LabelledPeriod[];
  /** The day at whose end its units no longer count, `YYYY-MM-DD`; null if there is none. */
  endDay: string | null;
  /** Whether labels or counted transfers changed, so that stored rows of days and protocols can be without a successor. */
  isRecomputed: boolean;
}

/** Sums of a day: column of `ledger_labels` → the periods that count in it. */
const sums = {
  excluded: "is_excluded",
  withheld: "(is_excluded OR is_locked)",
  inactive: "is_inactive",
  pooled: "(protocol != '')",
} as const;

/** Computes and stores the sums of all days of `ledger_daily`, in place of earlier ones. */
export async function settleLabels(
  store: MarketStore,
  { id, periods, endDay, isRecomputed }: LabelledContract,
): Promise<void> {
  for (const table of isRecomputed ? ["ledger_labels", "ledger_pools"] : []) {
    await store.run(`DELETE FROM ${table} WHERE contract_id = {id:UInt32}`, { id });
  }
  if (periods.length === 0) return;
  const version = await nextRowVersion(store);
  await withScratchTables(store, { purpose: "labels", run: version }, async (scratch) => {
    const labels = await scratch.table(
      "periods",
      "holder UInt256, from Date, to Date, is_excluded Bool, is_locked Bool, is_inactive Bool, protocol String",
      "(holder, from)",
    );
    await store.insertTabSeparated(
      labels,
      ["holder", "protocol", "from", "to", "is_excluded", "is_locked", "is_inactive"],
      periods
        .map(
          ({ holder, from, to, isExcluded, isLocked, isInactive, protocol }) =>
            `${holder}\t${protocol}\t${from}\t${to}\t${isExcluded}\t${isLocked}\t${isInactive}\n`,
        )
        .join(""),
    );
    const changes = await scratch.table(
      "changes",
      "day Date, is_excluded Bool, is_locked Bool, is_inactive Bool, protocol String, change Int256",
      "day",
    );
    const parameters = { id, version, endDay: endDay ?? "1970-01-01" };
    await store.run(changesSql(changes, labels), parameters);
    // Levels of days without a change are those of the last change before.
    const isEnd = "day = {endDay:Date}";
    const total = (condition: string) => `sumIf(change, ${condition})`;
    await store.run(
      `INSERT INTO ledger_labels (contract_id, day, ${Object.keys(sums).join(", ")}, version)
        WITH
          days AS (SELECT DISTINCT day FROM ledger_daily FINAL WHERE contract_id = {id:UInt32}),
          changes AS (
            SELECT day, ${Object.entries(sums)
              .map(([column, condition]) => `${total(condition)} AS ${column}`)
              .join(", ")}
            FROM ${changes} GROUP BY day
          )
        SELECT {id:UInt32}, day, ${Object.keys(sums)
          .map((column) => `if(${isEnd}, 0, total_${column})`)
          .join(", ")}, {version:UInt64}
        FROM (
          SELECT day, is_settled, ${Object.keys(sums)
            .map((column) => `sum(${column}) OVER (ORDER BY day ROWS UNBOUNDED PRECEDING) AS total_${column}`)
            .join(", ")}
          FROM (
            SELECT day, max(is_settled) AS is_settled, ${Object.keys(sums)
              .map((column) => `sum(${column}) AS ${column}`)
              .join(", ")}
            FROM (
              SELECT day, true AS is_settled, ${Object.keys(sums)
                .map((column) => `toInt256(0) AS ${column}`)
                .join(", ")} FROM days
              UNION ALL SELECT day, false, ${Object.keys(sums).join(", ")} FROM changes
            ) GROUP BY day
          )
        ) WHERE is_settled ORDER BY day`,
      parameters,
    );
    await store.run(
      `INSERT INTO ledger_pools (contract_id, protocol, day, balance, version)
        WITH
          days AS (SELECT DISTINCT day FROM ledger_daily FINAL WHERE contract_id = {id:UInt32}),
          protocols AS (SELECT DISTINCT protocol FROM ${labels} WHERE protocol != '')
        SELECT {id:UInt32}, protocol, day, if(${isEnd}, 0, balance) AS counted, {version:UInt64} FROM (
          SELECT protocol, day, is_settled,
            sum(change) OVER (PARTITION BY protocol ORDER BY day ROWS UNBOUNDED PRECEDING) AS balance
          FROM (
            SELECT protocol, day, max(is_settled) AS is_settled, sum(change) AS change FROM (
              SELECT protocol, day, true AS is_settled, toInt256(0) AS change FROM protocols CROSS JOIN days
              UNION ALL SELECT protocol, day, false, change FROM ${changes} WHERE protocol != ''
            ) GROUP BY protocol, day
          )
        ) WHERE is_settled AND counted != 0 ORDER BY protocol, day`,
      parameters,
    );
  });
}

/** Balances of labelled addresses within the days of each label, as changes by day. Negative balances count as none. */
const changesSql = (changes: string, labels: string): string => `
  INSERT INTO ${changes}
    SELECT edge.1, is_excluded, is_locked, is_inactive, protocol, edge.2 FROM (
      SELECT is_excluded, is_locked, is_inactive, protocol,
        arrayJoin([(greatest(day, from), balance), (least(next, to + 1), -balance)]) AS edge
      FROM (
        SELECT holder, day, greatest(total, 0) AS balance, if(next <= day, toDate('2149-06-06'), next) AS next FROM (
          SELECT holder, day,
            sum(change) OVER (PARTITION BY holder ORDER BY day ROWS UNBOUNDED PRECEDING) AS total,
            leadInFrame(day) OVER (PARTITION BY holder ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS next
          FROM ledger_holder_days FINAL
          WHERE contract_id = {id:UInt32} AND holder IN (SELECT holder FROM ${labels})
        )
      ) AS balances
      INNER JOIN ${labels} AS labels USING holder
      WHERE balance > 0 AND greatest(day, from) < least(next, to + 1)
    )`;

/** Fingerprints of the labels with which the figures of contracts were published. */
export async function readLabelSets(
  store: MarketStore,
  contractIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await store.compactRows<[id: number, fingerprint: string]>(
    "SELECT contract_id, fingerprint FROM ledger_label_sets FINAL WHERE contract_id IN {contractIds:Array(UInt32)}",
    { contractIds },
  );
  return new Map(rows);
}

export async function writeLabelSets(store: MarketStore, sets: ReadonlyMap<number, string>): Promise<void> {
  const version = await nextRowVersion(store);
  const rows = [...sets].map(([id, fingerprint]) => ({ contract_id: id, fingerprint, version }));
  await store.insert("ledger_label_sets", rows);
}
