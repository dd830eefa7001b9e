/** The rows of a page straight from their table, by number or next to a cursor. */

import type { PageInfo } from "#domain/api";
import { cursorEnds } from "#domain/query";
import type { Resource } from "#domain/resources";
import type { ListStatement } from "../listResource";
import type { Market } from "../market";
import { orderBy, type SortKey } from "../query/compileSort";
import { cursorColumns, type KeyValue, rowsFrom, writeCursor } from "../query/keyCursor";
import type { Page } from "../query/pageOf";
import { readBounded } from "./boundedRows";
import { rowSettings } from "./rowsOfIds";

export interface PageRowsRequest {
  resource: Resource;
  page: Page;
  statement: ListStatement;
}

/**
 * Rows, each with the values of the columns, and the cursors of the adjacent pages if the resource has them.
 */
export interface PageRows extends Pick<PageInfo, "next" | "previous"> {
  rows: readonly (readonly unknown[])[];
}

/** @param columns in SQL, of the table as `t` */
export async function pageRows(
  market: Market,
  request: PageRowsRequest,
  columns: readonly string[],
): Promise<PageRows> {
  if (request.resource.pagedByKey !== null) return rowsWithCursors(market, request, columns);
  const { statement, page } = request;
  const { keys } = statement.order;
  const { perPage: limit, offset } = page;
  return { rows: await readRows(market, statement, { columns, where: "1", keys, limit, offset }) };
}

/** A page with the cursors of the adjacent ones: one further row shows whether there is another page. */
async function rowsWithCursors(
  market: Market,
  { resource, page, statement }: PageRowsRequest,
  columns: readonly string[],
): Promise<PageRows> {
  const sorting = { ...statement.order, resource };
  const { beside } = statement;
  const start =
    beside === null ? await startOf(market, statement, page.offset) : { where: beside.where, offset: 0 };
  const isReversed = beside?.side === "before";
  const read = await readRows(market, statement, {
    columns: [...columns, ...cursorColumns(sorting.keys)],
    ...start,
    keys: sorting.keys,
    isReversed,
    limit: page.perPage + 1,
  });
  const onPage = read.slice(0, page.perPage);
  const rows = isReversed ? onPage.toReversed() : onPage;
  const cursorBeside = (row: readonly unknown[] | undefined, end: string) =>
    row === undefined ? end : writeCursor(sorting, row.slice(columns.length));
  const hasMore = read.length > onPage.length;
  // The side of the cursor is known to have rows.
  const hasBehind = beside === null ? page.offset > 0 : !beside.isEnd;
  const [hasNext, hasPrevious] = isReversed ? [hasBehind, hasMore] : [hasMore, hasBehind];
  return {
    rows,
    next: hasNext ? cursorBeside(rows.at(-1), cursorEnds.after) : null,
    previous: hasPrevious ? cursorBeside(rows[0], cursorEnds.before) : null,
  };
}

/** Beyond this offset, the engine reads every column of all rows before a page. */
const DEEP = 10_000;

/**
 * The start of a page by number: a condition that selects the rows from near its start on, and how many of
 * these precede it. A deep page is located key by key, reading single columns: sorting complete rows would
 * take the engine a hundred times as long.
 */
async function startOf(
  market: Market,
  statement: ListStatement,
  offset: number,
): Promise<{ where: string; offset: number }> {
  const { keys } = statement.order;
  const values: KeyValue[] = [];
  let start = { where: "1", offset };
  let alike = "1";
  for (const key of keys) {
    if (start.offset <= DEEP) break;
    const columns = cursorColumns([key]);
    const [row] = await readRows(market, statement, {
      columns,
      where: alike,
      keys: [key],
      limit: 1,
      offset: start.offset,
    });
    // There are fewer rows.
    if (row === undefined) return { where: "0", offset: 0 };
    values.push(row[0] as KeyValue);
    const from = rowsFrom(keys, values, statement.binder);
    const [before] = await market.store.compactRows<[string]>(
      `SELECT count() FROM ${statement.from} WHERE ${alike} AND NOT (${from.where}) AND (${statement.where})`,
      statement.binder.parameters,
    );
    start = { where: from.where, offset: start.offset - Number(before?.[0] ?? 0) };
    alike = from.alike;
  }
  return start;
}

/**
 * Rows in the order of the page end with its last one: small blocks limit reading beyond it. Full-size
 * buffers would be filled from the whole table before the first row is returned.
 */
const IN_PIECES = ", max_block_size = 1024, read_in_order_use_buffering = 0";

export interface RowsRead {
  columns: readonly string[];
  /** Condition that selects rows of the list. */
  where: string;
  keys: readonly SortKey[];
  isReversed?: boolean;
  limit: number;
  offset: number;
}

/** Rows of a list, by all its keys or the first of them. */
const readRows = (market: Market, statement: ListStatement, read: RowsRead) =>
  statement.ledger === null || read.columns.length <= read.keys.length
    ? readAll(market, statement, read)
    : readBounded(market, { ...statement, ledger: statement.ledger }, read, readAll);

const readAll = (
  market: Market,
  { from, where: listed, binder, isInOrder }: ListStatement,
  { columns, where, keys, isReversed, limit, offset }: RowsRead,
) =>
  market.store.compactRows(
    `SELECT ${columns.join(", ")} FROM ${from} WHERE ${where} AND (${listed})
     ORDER BY ${orderBy(keys, { isReversed })}
     LIMIT ${limit} OFFSET ${offset} ${rowSettings}${isInOrder ? IN_PIECES : ""}`,
    binder.parameters,
  );
