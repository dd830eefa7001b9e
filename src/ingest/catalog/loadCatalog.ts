import { createHash } from "node:crypto";
import type { Catalog } from "#domain/catalog";
import { type CatalogIndex, catalogResources, indexCatalog, transactionsResource } from "#domain/resources";
import { catalogTable, type MarketStore, type Row, readSetting } from "#stores";
import { bumpDataVersion } from "../dataVersion";
import { markAssetsDirty } from "../observations/dirtyAssets";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";
import { tableExists } from "../tableExists";
import { assetsToDerive } from "./assetsToDerive";
import { claimCatalogIds } from "./catalogIds";

/**
 * Gives transactions the decimals that the catalog has for their tokens, where they have none or others. Rows stored
 * before the column existed have none.
 */
async function updateTokenDecimals(store: MarketStore, { tokens }: CatalogIndex): Promise<void> {
  const { table } = transactionsResource;
  const known = new Map(tokens.flatMap(({ id, decimals }) => (decimals === null ? [] : [[id, decimals]])));
  const stored = await store.rows<{ token_id: number; token_decimals: number | null }>(
    `SELECT DISTINCT token_id, token_decimals FROM ${table}`,
  );
  const outdated = new Map(
    stored.flatMap(({ token_id: id, token_decimals: present }) => {
      const decimals = known.get(id);
      return decimals === undefined || decimals === present ? [] : [[id, decimals] as const];
    }),
  );
  if (outdated.size === 0) return;
  const ids = [...outdated.keys()].join(", ");
  await store.run(
    `ALTER TABLE ${table} UPDATE token_decimals = toFloat64(transform(token_id, [${ids}], [${[...outdated.values()].join(", ")}], 0))
     WHERE token_id IN (${ids}) SETTINGS mutations_sync = 2`,
  );
}

const SETTING = "catalog_hash";

export interface LoadCatalogOptions {
  /** Ids, such as `assets/100101`, whose row has a new slug and keeps its figures. Default: none. */
  renamed?: readonly string[];
}

/**
 * Mirrors the catalog into the tables of its resources (`dim_assets`, `dim_tokens` …), each replaced
 * atomically for readers. Does nothing if neither the catalog nor a description has changed since the last
 * time. Assets whose derived values depend on what changed are marked dirty: derive them next.
 * @returns whether anything changed.
 * @throws InvalidError if an id belonged to another row before
 */
export async function loadCatalog(
  store: MarketStore,
  catalog: Catalog,
  { renamed = [] }: LoadCatalogOptions = {},
): Promise<boolean> {
  const index = indexCatalog(catalog);
  const mirrors = catalogResources.map((resource) => mirrorOf(resource, index));
  const hash = createHash("sha256").update(JSON.stringify(mirrors)).digest("hex");
  if ((await readSetting(store, SETTING)) === hash) return false;
  await claimCatalogIds(store, { catalog: index, renamed, version: await nextRowVersion(store) });
  // Before the mirrors are replaced: after a crash the next load compares with what is left.
  const version = await nextRowVersion(store);
  await markAssetsDirty(store, { assetIds: await assetsToDerive(store, mirrors), version });
  for (const { table, ddl, rows } of mirrors) await replaceTable(store, { table, ddl, rows });
  await updateTokenDecimals(store, index);
  await bumpDataVersion(store);
  await writeSetting(store, { name: SETTING, value: hash, version });
  return true;
}

export interface Mirror {
  table: string;
  /** DDL of the table under its own name: part of the hash, so that a changed description is noticed. */
  ddl: string;
  rows: Row[];
}

function mirrorOf(resource: (typeof catalogResources)[number], index: CatalogIndex): Mirror {
  const fields = resource.fields.filter((f) => !f.computed);
  return {
    table: resource.table,
    ddl: catalogTable(resource, nextOf(resource.table)),
    rows: resource.valuesOf(
      index,
      fields.map((f) => f.name),
    ),
  };
}

const nextOf = (table: string) => `${table}_next`;

async function replaceTable(store: MarketStore, { table, ddl, rows }: Mirror): Promise<void> {
  const next = nextOf(table);
  await store.run(`DROP TABLE IF EXISTS ${next} SYNC`);
  await store.run(ddl);
  await store.insert(next, rows);
  if (await tableExists(store, table)) {
    await store.run(`EXCHANGE TABLES ${next} AND ${table}`);
    await store.run(`DROP TABLE IF EXISTS ${next} SYNC`);
  } else {
    await store.run(`RENAME TABLE ${next} TO ${table}`);
  }
}
