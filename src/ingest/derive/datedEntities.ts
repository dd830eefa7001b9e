/**
 * Figures of entities as of earlier publications. They are computed from the daily rows of that time when they are first
 * read, and kept in editions of `entity_metrics` that only such reads see.
 */
import { randomInt } from "node:crypto";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { datedRows, FIRST_DATED_EDITION, type MarketStore, publishedRows, readPublication } from "#stores";
import { withScratchTables } from "../scratchTables";
import { computeEntities, ENTITY_ROW, hashMembers } from "./deriveEntityMetrics";

/** Publications whose figures are kept. */
const MOST_KEPT = 24;
/** Statements that were compiled with an edition are run within this time. */
const DROP_AFTER_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Editions in one hour: they contain the hour of their computation, and differ between processes. */
const EDITIONS_PER_HOUR = 4_096;

export interface DatedPublication {
  /** Version of its rows. */
  version: number;
  /** Last observed day then, `YYYY-MM-DD`. */
  horizon: string;
}

/**
 * @param dataVersion the current one: with it, tokens may belong to other groups
 * @returns a function that returns the edition of `entity_metrics` with the figures of a publication
 */
export function createDatedEntities(
  store: MarketStore,
  dataVersion: () => string,
): (of: DatedPublication) => Promise<number> {
  const oneAtATime = pLimit(1);
  let members: { at: string; hash: Promise<string> } | null = null;
  const currentMembers = () => {
    const at = dataVersion();
    if (members?.at !== at) members = { at, hash: hashMembers(store) };
    return members.hash;
  };
  const kept = new LRUCache<string, Promise<number>>({
    max: MOST_KEPT,
    ttl: 12 * HOUR_MS,
    dispose: (edition) => {
      setTimeout(() => {
        edition.then((known) => dropEdition(store, known)).catch(() => undefined);
      }, DROP_AFTER_MS).unref();
    },
  });
  return async (of) => {
    const key = `${of.version} ${await currentMembers()}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const edition = oneAtATime(() => compute(store, of));
    kept.set(key, edition);
    // Allows a retry.
    edition.catch(() => kept.delete(key));
    return edition;
  };
}

async function compute(store: MarketStore, { version, horizon }: DatedPublication): Promise<number> {
  const published = publishedRows(await readPublication(store));
  const then = store.seeing(datedRows(published, { version, entities: null }));
  const edition = currentHour() * EDITIONS_PER_HOUR + FIRST_DATED_EDITION + randomInt(EDITIONS_PER_HOUR);
  await withScratchTables(store, { purpose: "dated", run: edition }, async (scratch) => {
    const { next } = await computeEntities(then, { scratch, horizon, version });
    await then.run(
      `INSERT INTO entity_metrics (${ENTITY_ROW}, version, edition)
        SELECT ${ENTITY_ROW}, ${version}, ${edition} FROM ${next}`,
    );
  });
  return edition;
}

/** Hours since 2020, below 2¹⁹ until 2079. */
const currentHour = () => Math.floor((Date.now() - Date.UTC(2020, 0, 1)) / HOUR_MS);

const dropEdition = (store: MarketStore, edition: number): Promise<void> =>
  store.run(`ALTER TABLE entity_metrics DROP PARTITION ${edition}`);

/** Drops editions of processes that have ended: all of them, or on a server those of more than a day ago. */
export async function dropDatedEditions(store: MarketStore): Promise<void> {
  const until = store.embedded
    ? FIRST_DATED_EDITION * 2
    : FIRST_DATED_EDITION + (currentHour() - 24) * EDITIONS_PER_HOUR;
  const partitions = await store.rows<{ edition: number }>(
    `SELECT DISTINCT toUInt32OrZero(partition) AS edition FROM system.parts
      WHERE active AND database = currentDatabase() AND table = 'entity_metrics'
        AND edition >= {first:UInt64} AND edition < {until:UInt64}`,
    { first: FIRST_DATED_EDITION, until },
  );
  for (const { edition } of partitions) await dropEdition(store, edition);
}
