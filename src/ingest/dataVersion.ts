import { z } from "zod";
import {
  firstLedger,
  type LedgerTable,
  ledgerTableSchema,
  type MarketStore,
  PUBLICATION_SETTING,
  type Publication,
  publishedRows,
  readPublication,
  readSetting,
  readSettings,
  showPublished,
} from "#stores";
import { logPublication } from "./dated/publicationLog";
import { nextRowVersion } from "./rowVersion";
import { writeSetting } from "./settings";

const SETTING = "data_version";

/**
 * Grows with every change of market data: the second of the change, or one more than before. 0 before anything was
 * loaded; caches and ETags are keyed by it.
 */
export async function readDataVersion(store: MarketStore): Promise<number> {
  return Number((await readSetting(store, SETTING)) ?? 0);
}

/**
 * Increments the data version and returns the new one. Call it once the changed rows can be read, and before
 * removing the marks that would repeat the work after a crash: an extra increment costs a cache, a missing
 * one serves outdated figures. A mere counter would repeat versions after a backup was restored, and clients
 * would keep outdated responses.
 */
export async function bumpDataVersion(store: MarketStore): Promise<number> {
  const next = nextDataVersion(await readDataVersion(store));
  await writeSetting(store, { name: SETTING, value: String(next), version: next });
  return next;
}

const nextDataVersion = (present: number) => Math.max(present + 1, Math.floor(Date.now() / 1_000));

const SETTING_DUE = "data_version_due";

const due = (value: "true" | "false", version: number) => ({ name: SETTING_DUE, value, version });

/** Says that the version has to move. Call it before the first change that a reader can see: a crash then loses no move. */
export const announceDataVersion = async (store: MarketStore): Promise<void> =>
  writeSetting(store, due("true", await nextRowVersion(store)));

const SETTING_LEDGER_DUE = "ledger_due";

const ledgerDueSchema = z.record(z.string(), ledgerTableSchema);

/** What the next publication has of ledger tables, by table: those that change. */
export async function readLedgerDue(store: MarketStore): Promise<Readonly<Record<string, LedgerTable>>> {
  return ledgerDueOf((await readSettings(store, [SETTING_LEDGER_DUE]))[SETTING_LEDGER_DUE]);
}

const ledgerDueOf = (text = ""): Record<string, LedgerTable> =>
  text === "" ? {} : ledgerDueSchema.parse(JSON.parse(text));

/** Has the data version move, and publish these tables of the ledger with it. Call it once their rows are written. */
export async function announceLedger(
  store: MarketStore,
  tables: Readonly<Record<string, LedgerTable>>,
): Promise<void> {
  const version = await nextRowVersion(store);
  const announced = { ...(await readLedgerDue(store)), ...tables };
  await store.insert("settings", [
    due("true", version),
    { name: SETTING_LEDGER_DUE, value: JSON.stringify(announced), version },
  ]);
}

/** Moves the data version on where that was announced. @returns the version then */
export const moveAnnouncedVersion = (store: MarketStore): Promise<number> => publish(store, null);

/**
 * Publishes rows that have been written and moves the data version on, in one step: a reader sees both or neither.
 * Rows of the ledger that were announced are published with them.
 * @param derived null: no derived rows are published, and the version moves only where that was announced
 * @returns the version then
 */
export async function publish(store: MarketStore, derived: Publication | null): Promise<number> {
  const settings = await readSettings(store, [SETTING_DUE, SETTING, SETTING_LEDGER_DUE]);
  const isDue = settings[SETTING_DUE] === "true";
  const present = Number(settings[SETTING] ?? 0);
  if (!isDue && derived === null) return present;
  const next = nextDataVersion(present);
  const version = await nextRowVersion(store);
  if (derived !== null) await logPublication(store, { version: derived.upTo, dataVersion: next });
  const tables = ledgerDueOf(settings[SETTING_LEDGER_DUE]);
  const publication = isDue ? await withLedgerDue(store, derived, { version, tables }) : derived;
  // First, so that no statement reads earlier rows once the version has moved: they would be cached under it.
  if (publication !== null) store.restrict(publishedRows(publication));
  try {
    await store.insert("settings", [
      { name: SETTING, value: String(next), version: next },
      ...(isDue ? [due("false", version), { name: SETTING_LEDGER_DUE, value: "", version }] : []),
      ...(publication === null ? [] : [publicationRow(publication, version)]),
    ]);
  } catch (error) {
    await showPublished(store);
    throw error;
  }
  return next;
}

/** @param version of the publication: rows of the ledger with an earlier one are published */
async function withLedgerDue(
  store: MarketStore,
  derived: Publication | null,
  { version, tables }: { version: number; tables: Readonly<Record<string, LedgerTable>> },
): Promise<Publication> {
  const before = derived ?? (await readPublication(store)) ?? firstPublication(version);
  const { ledger } = before;
  return {
    ...before,
    ledger: {
      upTo: version,
      isTidy: ledger.isTidy && Object.keys(tables).length === 0,
      tables: { ...ledger.tables, ...tables },
    },
  };
}

/** Of a store in which nothing has been derived: what it has is published. */
export const firstPublication = (version: number): Publication => ({
  upTo: version,
  daily: { edition: 0, replaced: [] },
  entities: { edition: 0, replaced: [] },
  ledger: firstLedger,
});

/** Stores a publication of the same visible rows, with less that is replaced. */
export async function rewritePublication(store: MarketStore, publication: Publication): Promise<void> {
  await store.insert("settings", [publicationRow(publication, await nextRowVersion(store))]);
  store.restrict(publishedRows(publication));
}

const publicationRow = (publication: Publication, version: number) => ({
  name: PUBLICATION_SETTING,
  value: JSON.stringify(publication),
  version,
});
