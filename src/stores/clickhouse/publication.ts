/**
 * Which rows of the derived tables are published. Rows are written with a version and become visible with the record
 * that names it, never by replacing rows that are served, so every statement reads either all of a change or none of it.
 *
 * A change replaces the days of an asset from its first changed one on, or all figures of an entity. What it replaces
 * stays until no reader needs it and is excluded by conditions. A new edition replaces every row of a table.
 *
 * Served rows that a run replaced by different ones, or removed, are kept in an edition of their own, which only reads of
 * an earlier publication see (`datedRows`).
 *
 * Rows of ledger tables are sample rows, which belong to an edition, and reported ones, which have edition 0 and become
 * visible with their version. A list whose rows are changed belongs to an edition as a whole.
 */
import { SettingsMap } from "@clickhouse/client";
import { z } from "zod";
import { investmentsResource, ledgerResources } from "#domain/resources";
import type { MarketStore, StatementReader, TableConditions } from "./marketStore";
import { readSetting } from "./sourcePrecedence";

/** Rows of an asset from a day on (days since 1970), written before a version. */
const replacedDays = z.object({ assetId: z.number(), from: z.number(), before: z.number() });
/** Rows of an entity, written before a version. `key` is `ENTITY_KEY` of its rows. */
const replacedEntity = z.object({ id: z.number(), key: z.string(), before: z.number() });

export const ledgerTableSchema = z.object({
  /** Of the sample rows, and of the whole list where its rows are changed. */
  edition: z.number(),
  /** Assets whose sample rows are not published. */
  withoutSample: z.array(z.number()),
  /** Reported rows of a source, written before a version, that are not published. */
  replaced: z.array(z.object({ sourceId: z.number(), before: z.number() })),
});

const ledgerSchema = z.object({
  /** Reported rows of later versions are not published. Null: all are. */
  upTo: z.number().nullable(),
  /** Whether rows that are not published wait for their deletion. */
  isTidy: z.boolean(),
  /** By table; tables that are not listed have edition 0. */
  tables: z.record(z.string(), ledgerTableSchema),
});

export type LedgerTable = z.output<typeof ledgerTableSchema>;
export type PublishedLedger = z.output<typeof ledgerSchema>;

/** Before the first publication of a ledger. */
export const firstLedger: PublishedLedger = { upTo: null, isTidy: true, tables: {} };

const publicationSchema = z.object({
  /** Rows of later versions are not published. */
  upTo: z.number(),
  daily: z.object({ edition: z.number(), replaced: z.array(replacedDays) }),
  entities: z.object({
    edition: z.number(),
    replaced: z.array(replacedEntity),
    /** The newest day of each metric, in days since 1970; without any, it is read from the daily rows. */
    newest: z.record(z.string(), z.number()).optional(),
  }),
  ledger: ledgerSchema.default(firstLedger),
});

export type Publication = z.output<typeof publicationSchema>;
export type ReplacedDays = z.output<typeof replacedDays>;
export type ReplacedEntity = z.output<typeof replacedEntity>;

export const PUBLICATION_SETTING = "publication";

/**
 * Edition of former rows of `daily_metrics`. They were served by the publications from the version `since` on, until
 * that of their own `version`, whose run replaced them.
 */
export const HISTORY_EDITION = 4_294_967_295;
/** Editions of `entity_metrics` from this one on are computed for reads of earlier publications. */
export const FIRST_DATED_EDITION = 2_147_483_648;

/** Null before the first derivation: then every row is visible. */
export async function readPublication(store: StatementReader): Promise<Publication | null> {
  const text = await readSetting(store, PUBLICATION_SETTING);
  return text === null || text === "" ? null : publicationSchema.parse(JSON.parse(text));
}

/** Makes a store read what is published, also by other processes. */
export async function showPublished(store: MarketStore): Promise<void> {
  store.restrict(publishedRows(await readPublication(store)));
}

/** What a table of the ledger has that is published. */
export const ledgerTableOf = ({ tables }: PublishedLedger, table: string): LedgerTable =>
  tables[table] ?? { edition: 0, withoutSample: [], replaced: [] };

/** Tables whose rows are changed: each change writes the whole list into a new edition. */
const wholeLists: readonly string[] = [investmentsResource.table];

export const isWholeList = (table: string): boolean => wholeLists.includes(table);

/** The conditions that published rows of ledger tables meet. */
export const publishedLedgerRows = (ledger: PublishedLedger): TableConditions =>
  Object.fromEntries(
    ledgerResources.map(({ table }) => {
      const { edition, withoutSample, replaced } = ledgerTableOf(ledger, table);
      const reported = [
        "edition = 0",
        ...(edition === 0 ? [] : ["NOT is_sample"]),
        ...(ledger.upTo === null ? [] : [`version <= ${ledger.upTo}`]),
      ].join(" AND ");
      const rows = isWholeList(table)
        ? `edition = ${edition}`
        : edition === 0
          ? reported
          : `(edition = ${edition} OR (${reported}))`;
      return [
        table,
        [rows, ...hiddenLedgerRows({ withoutSample, replaced }).map((one) => `NOT (${one})`)].join(" AND "),
      ];
    }),
  );

/** Conditions on rows of a ledger table that belong to its edition and are not published. */
export const hiddenLedgerRows = ({ withoutSample, replaced }: Omit<LedgerTable, "edition">): string[] => [
  ...(withoutSample.length === 0
    ? []
    : [`is_sample AND ifNull(asset_id, 0) IN (${withoutSample.join(", ")})`]),
  ...replaced.map(
    ({ sourceId, before }) => `NOT is_sample AND source_id = ${sourceId} AND version < ${before}`,
  ),
];

/** The conditions that published rows meet. */
export function publishedRows(publication: Publication | null): TableConditions {
  if (publication === null) return publishedLedgerRows(firstLedger);
  const { upTo, daily, entities, ledger } = publication;
  const published = (edition: number, replaced: readonly string[]) =>
    [`edition = ${edition}`, `version <= ${upTo}`, ...replaced.map((rows) => `NOT (${rows})`)].join(" AND ");
  return {
    ...publishedLedgerRows(ledger),
    daily_metrics: published(daily.edition, layersOf(daily.replaced).map(replacedDaysSql)),
    entity_metrics: published(
      entities.edition,
      entities.replaced.length === 0 ? [] : [replacedEntitiesSql(entities.replaced)],
    ),
    publications: `version <= ${upTo}`,
  };
}

/** An earlier publication, for reads. */
export interface DatedRead {
  /** Version of its rows. */
  version: number;
  /** Edition of `entity_metrics` that was computed for it; null if no statement reads that table. */
  entities: number | null;
}

/**
 * The conditions that rows of an earlier publication meet.
 * @param published the conditions on rows that are published now
 */
export function datedRows(published: TableConditions, { version, entities }: DatedRead): TableConditions {
  const { daily_metrics: served = "1", publications: isPublished = "1" } = published;
  return {
    ...published,
    daily_metrics: `since <= ${version} AND ((${served}) OR (edition = ${HISTORY_EDITION} AND version > ${version} AND ${isPublished}))`,
    ...(entities === null ? {} : { entity_metrics: `edition = ${entities}` }),
    observations: `version <= ${version}`,
  };
}

/** Replaced rows in layers with one entry for each asset at most, so that a row is looked up once in each. */
export function layersOf(replaced: readonly ReplacedDays[]): ReplacedDays[][] {
  const layers: ReplacedDays[][] = [];
  const depth = new Map<number, number>();
  for (const one of replaced) {
    const at = depth.get(one.assetId) ?? 0;
    depth.set(one.assetId, at + 1);
    const layer = layers[at];
    if (layer === undefined) layers.push([one]);
    else layer.push(one);
  }
  return layers;
}

/** SQL condition on the replaced daily rows of one layer. */
export function replacedDaysSql(layer: readonly ReplacedDays[]): string {
  const ids = layer.map(({ assetId }) => assetId).join(", ");
  const lookUp = (values: readonly number[]) => `transform(asset_id, [${ids}], [${values.join(", ")}], 0)`;
  return `asset_id IN (${ids}) AND version < ${lookUp(layer.map(({ before }) => before))} AND toInt32(date) >= ${lookUp(layer.map(({ from }) => from))}`;
}

/** SQL of a number for each entity, of the rows of `entity_metrics`. */
export const ENTITY_KEY = "cityHash64(toString(entity_type), entity_id)";

function replacedEntitiesSql(replaced: readonly ReplacedEntity[]): string {
  const ids = [...new Set(replaced.map(({ id }) => id))].join(", ");
  const keys = replaced.map(({ key }) => key).join(", ");
  const versions = replaced.map(({ before }) => before).join(", ");
  return `entity_id IN (${ids}) AND version < transform(${ENTITY_KEY}, [${keys}], [${versions}], 0)`;
}

/** Adds replaced days; an earlier entry of the same asset that they cover is left out. */
export const withReplacedDays = (
  before: readonly ReplacedDays[],
  added: readonly ReplacedDays[],
): ReplacedDays[] => {
  const fromOf = new Map(added.map(({ assetId, from }) => [assetId, from]));
  const isCovered = ({ assetId, from }: ReplacedDays) =>
    from >= (fromOf.get(assetId) ?? Number.POSITIVE_INFINITY);
  return [...before.filter((one) => !isCovered(one)), ...added];
};

export const withReplacedEntities = (
  before: readonly ReplacedEntity[],
  added: readonly ReplacedEntity[],
): ReplacedEntity[] => {
  const keys = new Set(added.map(({ key }) => key));
  return [...before.filter(({ key }) => !keys.has(key)), ...added];
};

/** Conditions as the setting `additional_table_filters`. They contain no quotes, which its formats escape differently. */
export const tableFilters = (conditions: TableConditions): SettingsMap => SettingsMap.from({ ...conditions });

/** Both conditions on the rows of a table. */
export function narrowed(published: TableConditions, visible: TableConditions): TableConditions {
  const tables = new Set([...Object.keys(published), ...Object.keys(visible)]);
  return Object.fromEntries(
    [...tables].map((table) => {
      const both = [published[table], visible[table]].filter((one) => one !== undefined);
      return [table, both.map((one) => `(${one})`).join(" AND ")];
    }),
  );
}
