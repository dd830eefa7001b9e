import { createHash } from "node:crypto";
import { investmentsResource } from "#domain/resources";
import type { MarketStore } from "#stores";
import { announceDataVersion } from "../../dataVersion";
import { type LedgerRow, ledgerColumns, ledgerText } from "../../ledger/ledgerRow";
import type { ReadInvestment } from "./investmentColumns";

const { table, fields } = investmentsResource;
/** Sample rows have ids from here on. */
const SAMPLE_IDS = 1_000_000_000;
const names = fields.map(({ name }) => name);

/**
 * Writes investments over those of the same slugs, and takes closed ones off the list. From the first one on, no
 * sample investment is left. Whatever is the same stays as it is. The data version is to be moved afterwards.
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
  if (rows.length > 0 || gone.length > 0) await announceDataVersion(store);
  if (rows.length > 0) {
    await store.insertTabSeparated(
      table,
      ledgerColumns(investmentsResource),
      ledgerText(investmentsResource, rows, { sourceId, version }),
    );
  }
  await removeFromList(store, gone);
  if (known.size + rows.length > 0) await removeSampleInvestments(store);
  return { unchanged };
}

/** Removes investments by their ids, with the rows that later ones have replaced: these would be shown again. */
export async function removeFromList(store: MarketStore, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await store.run(`DELETE FROM ${table} WHERE NOT is_sample AND id IN {ids:Array(UInt32)}`, { ids });
}

async function removeSampleInvestments(store: MarketStore): Promise<void> {
  const [found] = await store.rows(`SELECT 1 FROM ${table} WHERE is_sample LIMIT 1`);
  if (found === undefined) return;
  await announceDataVersion(store);
  await store.run(`DELETE FROM ${table} WHERE is_sample`);
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
  const rows = await store.rows<LedgerRow & { id: number; slug: string }>(
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
