import { createHash } from "node:crypto";
import { investmentsResource } from "#domain/resources";
import type { MarketStore } from "#stores";
import { announceEditions, seeingWritten, startEdition } from "../../ledger/ledgerEditions";
import { type LedgerRow, ledgerColumns, ledgerText } from "../../ledger/ledgerRow";
import type { ReadInvestment } from "./investmentColumns";

const { table, fields } = investmentsResource;
/** Sample rows have ids from here on. */
const SAMPLE_IDS = 1_000_000_000;
const names = fields.map(({ name }) => name);

/**
 * Writes investments instead of those of the same slugs, and takes closed ones off the list. From the first one on, no
 * sample investment is left. Whatever is the same stays as it is. Part of a commit.
 * @returns how many the store had already, as they are
 */
export async function storeInvestments(
  store: MarketStore,
  {
    investments,
    sourceId,
    version,
  }: { investments: readonly ReadInvestment[]; sourceId: number; version: number },
): Promise<{ unchanged: number }> {
  const known = await readKnown(store);
  const taken = new Set([...known.values()].map(({ id }) => id));
  const rows: LedgerRow[] = [];
  const gone: number[] = [];
  let unchanged = 0;
  for (const { slug, isClosed, row } of investments) {
    const before = known.get(slug);
    if (isClosed) {
      if (before === undefined) unchanged += 1;
      else gone.push(Number(before.id));
      continue;
    }
    const id = before?.id ?? newId(slug, taken);
    const next: LedgerRow = { ...row, id };
    if (before !== undefined && isSame(before, next)) unchanged += 1;
    else rows.push(next);
  }
  await rewriteInvestments(store, { rows, gone, sourceId, version });
  return { unchanged };
}

/**
 * Writes a new edition of the list, which the next commit publishes: the present one with some investments opened, added,
 * replaced or left out, and without sample ones. Nothing where nothing changes.
 */
export async function rewriteInvestments(
  store: MarketStore,
  {
    rows = [],
    opened = [],
    gone,
    sourceId = 0,
    version = 0,
  }: {
    rows?: readonly LedgerRow[];
    /** Ids of upcoming investments that are live now. */
    opened?: readonly number[];
    gone: readonly number[];
    sourceId?: number;
    version?: number;
  },
): Promise<void> {
  const written = await seeingWritten(store);
  const listed = await written.rows(`SELECT 1 FROM ${table} WHERE NOT is_sample LIMIT 1`);
  const sample = await written.rows(`SELECT 1 FROM ${table} WHERE is_sample LIMIT 1`);
  const isChanged = rows.length > 0 || opened.length > 0 || gone.length > 0;
  const isMixed = listed.length > 0 && sample.length > 0;
  if (!isChanged && !isMixed) return;
  const edition = await startEdition(store, table);
  const parameters = { edition, opened, without: [...gone, ...rows.map(({ id }) => Number(id))] };
  await written.run(
    `INSERT INTO ${table} SELECT * REPLACE (
        {edition:UInt32} AS edition, if(id IN {opened:Array(UInt32)}, 'live', status) AS status)
      FROM ${table} FINAL WHERE NOT is_sample AND id NOT IN {without:Array(UInt32)}`,
    parameters,
  );
  await store.insertTabSeparated(
    table,
    ledgerColumns(investmentsResource),
    ledgerText(investmentsResource, rows, { sourceId, version, edition }),
  );
  await announceEditions(store, { [table]: edition });
}

/** Which investments the store has as they are, and which it has otherwise. */
export async function compareInvestments(
  store: MarketStore,
  investments: readonly ReadInvestment[],
): Promise<{ unchanged: number; replaced: number }> {
  const known = await readKnown(store);
  let unchanged = 0;
  let replaced = 0;
  for (const { slug, isClosed, row } of investments) {
    const before = known.get(slug);
    if (isClosed ? before === undefined : before !== undefined && isSame(before, row)) unchanged += 1;
    else if (before !== undefined) replaced += 1;
  }
  return { unchanged, replaced };
}

/** Whether a stored investment has the same fields as another one, except for the id. */
const isSame = (before: LedgerRow, row: LedgerRow): boolean =>
  names.every((name) => name === "id" || before[name] === (row[name] ?? null));

async function readKnown(store: MarketStore): Promise<Map<string, LedgerRow & { id: number }>> {
  const written = await seeingWritten(store);
  const rows = await written.rows<LedgerRow & { id: number; slug: string }>(
    `SELECT ${names.join(", ")} FROM ${table} FINAL WHERE NOT is_sample`,
  );
  return new Map(rows.map((row) => [row.slug, row]));
}

/** An id that follows from the slug, so that stores that import the same file have the same ids. */
function newId(slug: string, taken: Set<unknown>): number {
  const hash = createHash("sha256").update(slug).digest().readUInt32BE(0);
  for (let id = 1 + (hash % (SAMPLE_IDS - 1)); ; id = id === SAMPLE_IDS - 1 ? 1 : id + 1) {
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}
