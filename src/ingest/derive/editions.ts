/** Rows of the derived tables that are not served: those being written, left by a killed run, or replaced. */
import {
  FIRST_DATED_EDITION,
  layersOf,
  type MarketStore,
  type Publication,
  readPublication,
  readSetting,
  replacedDaysSql,
} from "#stores";
import { firstPublication, rewritePublication } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";

/** Version of the rows that a run writes, until they are published. */
const SETTING_WRITING = "publication_writing";

/** Replaced assets, and layers of them, above which replaced rows are deleted: every statement evaluates them. */
const MOST_REPLACED = 60;
const MOST_LAYERS = 2;

/** Microseconds after which no other process on the same server reads by an earlier publication. */
const GRACE = 300_000_000;

/**
 * The publication that a run starts from. Everything that was written before the first one is published.
 * @param version of the rows that the run will write
 */
export async function startPublication(store: MarketStore, version: number): Promise<Publication> {
  const found = await readPublication(store);
  if (found !== null) {
    await deleteUnpublished(store, found);
    return found;
  }
  const first = firstPublication(version - 1);
  await rewritePublication(store, first);
  return first;
}

/** Records the version of rows before the first of them is written. */
export const recordWriting = async (store: MarketStore, version: number): Promise<void> =>
  writeSetting(store, {
    name: SETTING_WRITING,
    value: String(version),
    version: await nextRowVersion(store),
  });

/** Deletes rows that a run wrote and did not publish, or was killed before it did: a later publication would show them. */
export async function deleteUnpublished(
  store: MarketStore,
  { upTo, daily, entities }: Publication,
): Promise<void> {
  const writing = Number((await readSetting(store, SETTING_WRITING)) ?? 0);
  if (writing <= upTo) return;
  await dropEditions(store, "daily_metrics", daily.edition);
  await dropEditions(store, "entity_metrics", entities.edition);
  for (const table of ["daily_metrics", "entity_metrics", "publications"]) {
    await store.run(`DELETE FROM ${table} WHERE version > ${upTo}`);
  }
  await recordWriting(store, 0);
}

/** Deletes what no reader needs: rows of earlier editions, and replaced rows once there are many. */
export async function deleteReplaced(store: MarketStore, publication: Publication): Promise<void> {
  const grace = store.embedded ? 0 : GRACE;
  const isOld = (version: number) => Date.now() * 1_000 - version >= grace;
  if (isOld(publication.upTo)) {
    await dropEditions(store, "daily_metrics", publication.daily.edition);
    await dropEditions(store, "entity_metrics", publication.entities.edition);
  }
  const { replaced } = publication.daily;
  if (replaced.length <= MOST_REPLACED && layersOf(replaced).length <= MOST_LAYERS) return;
  const [old, recent] = [
    replaced.filter(({ before }) => isOld(before)),
    replaced.filter(({ before }) => !isOld(before)),
  ];
  if (old.length === 0) return;
  const rows = layersOf(old).map((layer) => `(${replacedDaysSql(layer)})`);
  await store.run(
    `DELETE FROM daily_metrics WHERE edition = ${publication.daily.edition} AND (${rows.join(" OR ")})`,
  );
  // Rows of the ledger have been published with it.
  const { ledger } = (await readPublication(store)) ?? publication;
  const daily = { ...publication.daily, replaced: recent };
  await rewritePublication(store, { ...publication, ledger, daily });
}

async function dropEditions(store: MarketStore, table: string, edition: number): Promise<void> {
  const partitions = await store.rows<{ id: string; edition: number }>(
    `SELECT DISTINCT partition_id AS id, toUInt32OrZero(extract(partition, '\\\\d+')) AS edition FROM system.parts
      WHERE active AND database = currentDatabase() AND table = {table:String}
        AND edition != {edition:UInt32} AND edition < {dated:UInt32}`,
    { table, edition, dated: FIRST_DATED_EDITION },
  );
  for (const { id } of partitions) await store.run(`ALTER TABLE ${table} DROP PARTITION ID '${id}'`);
}
