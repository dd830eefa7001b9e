/**
 * The first rows of a list among tens of millions of transfers: their sort key is bounded first, reading few columns, so
 * that the other columns, which are computed and joined, are read of few rows.
 */
import type { ListStatement } from "../listResource";
import type { Market } from "../market";
import type { SortKey } from "../query/compileSort";
import { cursorColumns, type KeyValue, placeOf } from "../query/keyCursor";
import type { RowsRead } from "./pageRows";

/** Transfers of a window of time, as multiples of the requested rows. Without enough rows, the next is read. */
const WINDOWS = [1, 64, 4_096];

type Statement = ListStatement & { ledger: NonNullable<ListStatement["ledger"]> };
type Read = (market: Market, statement: ListStatement, read: RowsRead) => Promise<unknown[][]>;

export async function readBounded(
  market: Market,
  statement: Statement,
  read: RowsRead,
  readAll: Read,
): Promise<unknown[][]> {
  const [key] = read.keys;
  if (key === undefined || read.limit === 0) return readAll(market, statement, read);
  const needed = read.limit + read.offset;
  const within = async (bound: string) =>
    readAll(market, statement, { ...read, where: `${bound} AND (${read.where})` });
  if (key.sql === "t.timestamp") {
    for (const times of WINDOWS) {
      const seconds = await timeOf(market, statement, { ...read, count: needed * times });
      if (seconds === null) break;
      const place = statement.binder.bind("UInt32", seconds);
      const rows = await within(
        `t.timestamp ${isUpwards(key, read) ? "<=" : ">="} toDateTime(${place}, 'UTC')`,
      );
      if (rows.length === read.limit) return rows;
    }
  }
  const columns = cursorColumns([key]);
  const [last] = await readAll(market, statement, {
    ...read,
    columns,
    keys: [key],
    limit: 1,
    offset: needed - 1,
  });
  const value = (last?.[0] ?? null) as KeyValue;
  const place = value === null ? null : placeOf(key, value, statement.binder);
  // Fewer rows, or unknown values among them.
  if (place === null || place === undefined) return readAll(market, statement, read);
  const symbol = isUpwards(key, read) ? "<" : ">";
  const isUnknownFirst = key.nullable && read.isReversed === true;
  const before = `${isUnknownFirst ? `isNull(${key.sql}) OR ` : ""}${key.sql} ${symbol} ${place}`;
  const alike = `${key.sql} = ${place}`;
  const among = await boundAmong(market, statement, { ...read, alike, needed }, readAll);
  return within(`(${before} OR (${alike} AND ${among}))`);
}

/** A condition on the first of the rows that are alike in the first key, by the time of the last that can be needed. */
async function boundAmong(
  market: Market,
  statement: Statement,
  { alike, needed, ...read }: RowsRead & { alike: string; needed: number },
  readAll: Read,
): Promise<string> {
  const [, key] = read.keys;
  if (key?.sql !== "t.timestamp") return "1";
  const [last] = await readAll(market, statement, {
    ...read,
    ...{ columns: cursorColumns([key]), keys: [key], limit: 1, offset: needed - 1 },
    where: `${alike} AND (${read.where})`,
  });
  const place = last === undefined ? null : placeOf(key, last[0] as KeyValue, statement.binder);
  return place == null ? "1" : `t.timestamp ${isUpwards(key, read) ? "<=" : ">="} ${place}`;
}

/** Whether rows are read from small values to large ones. */
const isUpwards = ({ direction }: SortKey, { isReversed = false }: RowsRead): boolean =>
  (direction === "asc") !== isReversed;

/** The time of the last of the first transfers of the ledger, in the order of a reading; null if there are fewer. */
async function timeOf(
  market: Market,
  { ledger, beside, binder }: Statement,
  { count, ...read }: RowsRead & { count: number },
): Promise<number | null> {
  const [key] = read.keys;
  const isUp = key !== undefined && isUpwards(key, read);
  const bound = beside?.first == null ? "1" : `timestamp ${beside.first}`;
  const [row] = await market.store.compactRows<[count: string, seconds: number]>(
    `SELECT count(), toUnixTimestamp(${isUp ? "max" : "min"}(timestamp)) FROM (
      SELECT timestamp FROM ledger_transfers WHERE ${ledger.condition} AND ${bound}
      ORDER BY timestamp ${isUp ? "ASC" : "DESC"} LIMIT ${count}
    ) SETTINGS use_skip_indexes_for_top_k = 1, use_top_k_dynamic_filtering = 1`,
    binder.parameters,
  );
  return row === undefined || Number(row[0]) < count ? null : row[1];
}
