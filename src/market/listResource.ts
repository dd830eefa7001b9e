import type { ListResponse, ResourceRow, Warning } from "#domain/api";
import { addressesIn, addressSpellings } from "#domain/identifiers";
import { invalidAt, type Query, queryLimits } from "#domain/query";
import type { Field, Resource } from "#domain/resources";
import { looksLikeAddress } from "#domain/screens";
import { policyCondition } from "./access/policyCondition";
import { visibleResourceNamed } from "./access/visibleResourceNamed";
import type { Market } from "./market";
import { compileFilter } from "./query/compileFilter";
import { type CompiledSort, compileSort, orderBy } from "./query/compileSort";
import { type CursorPosition, cursorCondition } from "./query/keyCursor";
import {
  type BranchConditions,
  contractFilter,
  contractsSql,
  hasContracts,
  isNumbered,
  ledgerOf,
  wordCondition,
} from "./query/ledgerRows";
import { type Page, pageInfo, pageOf } from "./query/pageOf";
import { queryWarnings } from "./query/queryWarnings";
import { isReplacing, RowSource, tableSql } from "./query/rowSource";
import { type Selection, selectColumns, widthOf } from "./query/selectColumns";
import type { MetricForm } from "./rows/metricCells";
import { pageRows } from "./rows/pageRows";
import { rowsOfIds } from "./rows/rowsOfIds";
import { fieldsRead, shapeRow } from "./rows/shapeRow";
import { hasFiguresSql, SqlBinder } from "./sql/sqlBinder";

/** A URL may have any number of parts. */
const MOST_SPELLINGS = 50;

/**
 * Every word of a search must occur, in any letter case, in one of the resource's search fields. Addresses
 * are matched by a word that is one, refers to one (`ethereum:0x…`, the URL of an explorer) or looks like a
 * part of one: the letters of other words occur in addresses by chance.
 * @throws InvalidError if the resource, or its visible part under a policy, has no field to search
 */
async function searchCondition(
  market: Market,
  {
    search,
    resource,
    binder,
    isLedger,
  }: { search: string | null; resource: Resource; binder: SqlBinder; isLedger: boolean },
): Promise<BranchConditions> {
  const { searchFields, addressFields } = resource;
  if (search === null) return { ledger: "1", stored: "1" };
  if (searchFields.length + addressFields.length === 0) {
    throw invalidAt("search", `${resource.label} cannot be searched`);
  }
  const words = search.split(/\s+/).filter((word) => word !== "");
  const conditions: BranchConditions[] = [];
  for (const word of words) {
    const place = binder.bind("String", word);
    const occursIn = (field: string) => `positionCaseInsensitiveUTF8(t.${field}, ${place}) > 0`;
    const spellings = addressesIn(word).flatMap(addressSpellings).slice(0, MOST_SPELLINGS);
    const places = binder.bind(
      "Array(String)",
      spellings.map((spelling) => spelling.toLowerCase()),
    );
    const is = (field: string) => `lowerUTF8(t.${field}) IN ${places}`;
    const address = (field: string) => (looksLikeAddress(word) ? [occursIn(field), is(field)] : [is(field)]);
    const either = (found: readonly string[]) =>
      found.length === 0 ? "0" : `(${found.map((condition) => `ifNull(${condition}, 0)`).join(" OR ")})`;
    const ofContracts = addressFields.filter((field) => !isNumbered(field));
    // A whole address or hash is no part of a name.
    const ofNames = either([
      ...(isWholeHex(word) ? [] : searchFields.map(occursIn)),
      ...ofContracts.flatMap(address),
    ]);
    // Most words are of no contract. Without this condition, the index of addresses decides.
    const names = isLedger && (await hasContracts(market, ofNames, binder)) ? ofNames : "0";
    conditions.push({
      stored: either([...searchFields.map(occursIn), ...addressFields.flatMap(address)]),
      ledger: `(${wordCondition(word, { spellings, names, fields: addressFields, binder })})`,
    });
  }
  return {
    stored: conditions.map(({ stored }) => stored).join(" AND "),
    ledger: conditions.map(({ ledger }) => ledger).join(" AND "),
  };
}

const isWholeHex = (word: string): boolean => /^0x(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(word);

/** @throws InvalidError before the metrics of more rows are read than an answer may hold. */
export function requireBoundedRows(rows: number, metrics: number): void {
  const size = rows * metrics;
  if (size <= queryLimits.rowMetrics) return;
  const number = (n: number) => n.toLocaleString("en");
  throw invalidAt(
    "pagination.perPage",
    `${number(rows)} rows with ${number(metrics)} metrics are ${number(size)} values; responses are limited to ${number(queryLimits.rowMetrics)}: select fewer fields, request fewer rows per page, or request a file (format=csv or ndjson)`,
  );
}

/**
 * Whether no row of a resource awaits replacement, so that its table can be read without `FINAL`: a page is
 * then read from its first row to its last, and a filter reads only its own columns. Determined once for each
 * version of the data: only ingestion replaces rows, and the engine merges them eventually.
 */
async function isSettled(market: Market, resource: Resource): Promise<boolean> {
  if (!isReplacing(resource)) return true;
  const { rows, replacing } = await market.remember({
    kind: "rows and replaced rows",
    key: resource.slug,
    isGround: true,
    sizeOf: () => 100,
    make: async () => {
      const [counts] = await market.store.compactRows<[rows: string, replacing: string]>(
        `SELECT (SELECT count() FROM ${resource.table}), (SELECT count() FROM ${tableSql(resource)})`,
      );
      const [all = "0", final = "0"] = counts ?? [];
      return { rows: all, replacing: final };
    },
  });
  return rows === replacing;
}

export interface ListRequest {
  /** Name or alias of a resource. */
  resource: string;
  query: Query;
}

/**
 * A page of a resource's rows with their metrics.
 * @throws NotFoundError for an unknown resource, InvalidError naming the invalid part of the query
 */
export async function listResource(market: Market, request: ListRequest): Promise<ListResponse> {
  const resource = visibleResourceNamed(market, request.resource);
  return market.remember({
    kind: "list",
    key: [resource.slug, request.query],
    sizeOf: ({ results }) => 500 + roughBytes(results),
    make: () => makeList(market, resource, request.query),
  });
}

/**
 * Approximate size of rows in memory: serializing them to measure would cost as much as sending them. They
 * have the same cells, and lists of similar length.
 */
function roughBytes(rows: readonly ResourceRow[]): number {
  const [first] = rows;
  if (first === undefined) return 0;
  const cells = Object.keys(first);
  const lists = cells.filter((name) => Array.isArray(first[name]));
  const items = rows.reduce(
    (sum, row) => lists.reduce((own, name) => own + (row[name] as readonly unknown[]).length, sum),
    0,
  );
  return rows.length * cells.length * 150 + items * 1_500;
}

/** The same response, only for `writeJson`: its metrics are in the engine's format. It is not cached. */
export async function writtenList(market: Market, { resource, query }: ListRequest): Promise<object> {
  return makeList(market, visibleResourceNamed(market, resource), query, "written");
}

async function makeList(
  market: Market,
  resource: Resource,
  query: Query,
  form: MetricForm = "values",
): Promise<ListResponse> {
  const selection = { ...selectColumns(resource, query.fields), isBrief: query.fields === null };
  const page = pageOf(query, {
    paged: resource,
    maxPerPage: resource.maxPerPage,
    width: widthOf(selection),
  });
  // Rows with metrics are read by id; for other rows, the statement reads the columns too.
  const columns = resource.metricsOf === null ? fieldsRead(resource, selection) : [];
  const statement = await compileList(market, resource, query, { columns, isPage: true });
  const { results, total, ...cursors } = await (resource.metricsOf === null ? plainRows : rowsWithMetrics)(
    market,
    {
      resource,
      page,
      selection,
      statement,
      form,
    },
  );
  const warnings = [...statement.warnings, ...page.warnings];
  return {
    results,
    filter: query.filter,
    sort: statement.order.sort,
    pagination: { ...pageInfo(page, total), ...cursors },
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** The parts of a statement over the rows of a resource, aliased `t`. */
export interface ListStatement {
  from: string;
  where: string;
  orderBy: string;
  /** The same as keys. */
  order: CompiledSort;
  /** The rows on the requested side of a cursor; null for a page with a number. */
  beside: CursorPosition | null;
  binder: SqlBinder;
  /** Whether the rows of a page are contiguous in the table. */
  isInOrder: boolean;
  /**
   * Where rows of the ledger of transfers are among them: a condition on those that can be. Rows are then found by their
   * sort keys first, since reading all of their columns takes many times as long.
   */
  ledger: { condition: string } | null;
  /** Identifies the rows of all pages, and how they are read, regardless of order. */
  counted: string;
  warnings: Warning[];
}

/** Restricts rows of a marked column to those with a known value. */
const knownIfSql = ({ idField, metricsOf }: Resource, column: string) =>
  `(NOT t.${column} OR ${hasFiguresSql(`t.${idField}`, metricsOf ?? "")})`;

/** A large table is ordered only by its time. */
const isKeptBy = ({ keys: [first] }: CompiledSort, { pagedByKey }: Resource): boolean =>
  pagedByKey === null || first?.sql === `t.${pagedByKey.time}`;

interface ListOptions {
  /** The fields to read. */
  columns?: readonly Field[];
  /**
   * Whether a settled table is read without `FINAL`. A page is computed again with the next version of the
   * data; files and dumps, which are stored, must be exact even while rows are being replaced.
   */
  isPage?: boolean;
}

/** Compiles the filter, search and sort of a list. */
export async function compileList(
  market: Market,
  resource: Resource,
  query: Query,
  { columns = [], isPage = false }: ListOptions = {},
): Promise<ListStatement> {
  const [names, isWhole, ledger] = await Promise.all([
    market.names(),
    isPage && isSettled(market, resource),
    ledgerOf(market, resource),
  ]);
  const binder = new SqlBinder();
  const source = new RowSource(resource, columns, market.scope, isWhole, ledger);
  const found = await searchCondition(market, {
    ...{ search: query.search, resource, binder },
    isLedger: ledger !== null,
  });
  const conditions = [
    ...(resource.listedIfKnown === null ? [] : [knownIfSql(resource, resource.listedIfKnown)]),
    compileFilter(query.filter, { binder, resolve: source.resolve, names, of: resource.label }),
    ledger === null ? found.stored : "1",
    await policyCondition(market, resource, binder),
  ];
  const where = conditions.filter((condition) => condition !== "1").join(" AND ") || "1";
  const ofContracts = ledger === null ? null : contractFilter(query.filter);
  const contracts =
    ofContracts === null
      ? "1"
      : contractsSql(
          compileFilter(ofContracts, { binder, resolve: source.resolve, names, of: resource.label }),
        );
  const branches =
    ledger === null
      ? undefined
      : {
          ledger: `${contracts === "1" ? "1" : `l.${contracts}`} AND ${found.ledger}`,
          stored: found.stored,
        };
  // Before order and page bind values of their own.
  const counted = binder.identify(`${resource.slug} ${isWhole} ${JSON.stringify(branches)} ${where}`);
  const order = compileSort(query.sort, resource, source.resolve, { isTimeFirst: ledger !== null });
  const { cursor } = query.pagination;
  return {
    // Last, since it joins everything named above.
    from: source.from({ named: where, where: branches }),
    where,
    orderBy: orderBy(order.keys),
    order,
    beside: cursor && cursorCondition(cursor, { ...order, resource }, binder),
    binder,
    isInOrder: isWhole && ledger === null && isKeptBy(order, resource),
    ledger: ledger === null ? null : { condition: contracts },
    counted,
    warnings: queryWarnings(query.filter, { resolve: source.resolve, names }),
  };
}

interface PageRequest {
  resource: Resource;
  page: Page;
  selection: Selection;
  statement: ListStatement;
  form: MetricForm;
}

/** First the ids of the page with the total count, then the rows and metrics of those ids. */
async function rowsWithMetrics(market: Market, { resource, page, selection, statement, form }: PageRequest) {
  const { from, where, orderBy, binder } = statement;
  const ids = await market.store.compactRows<[number, string]>(
    `SELECT t.${resource.idField}, count() OVER () FROM ${from} WHERE ${where}
     ORDER BY ${orderBy} LIMIT ${page.perPage} OFFSET ${page.offset} SETTINGS join_use_nulls = 1`,
    binder.parameters,
  );
  const [first] = ids;
  if (first === undefined) {
    return { results: [], total: page.offset === 0 ? 0 : await countRows(market, statement) };
  }
  requireBoundedRows(ids.length, selection.metrics.length);
  const results = await rowsOfIds(market, { resource, ids: ids.map(([id]) => id), selection, form });
  return { results, total: Number(first[1]) };
}

/**
 * Resources without metrics can be large: the page is read without loading every row, and counted in
 * parallel.
 */
async function plainRows(market: Market, request: PageRequest) {
  const { resource, selection, statement } = request;
  const columns = fieldsRead(resource, selection).map((f) => f.name);
  const [{ rows, ...cursors }, total] = await Promise.all([
    pageRows(
      market,
      request,
      columns.map((name) => `t.${name}`),
    ),
    countRows(market, statement),
  ]);
  const results = rows.map((row) =>
    shapeRow(selection, Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
  );
  return { results, total, ...cursors };
}

/** Number of rows on all pages, counted once for all of them. */
export async function countRows(
  market: Market,
  { from, where, binder, counted }: ListStatement,
): Promise<number> {
  const { count } = await market.remember({
    kind: "count",
    key: counted,
    sizeOf: () => 100,
    make: async () => {
      const rows = await market.store.compactRows<[string]>(
        `SELECT count() FROM ${from} WHERE ${where} SETTINGS join_use_nulls = 1`,
        binder.parameters,
      );
      return { count: Number(rows[0]?.[0] ?? 0) };
    },
  });
  return count;
}
