import { assetsResource, type Resource, tokensResource } from "#domain/resources";
import type { MarketStore, Row } from "#stores";
import { tableExists } from "../tableExists";
import type { Mirror } from "./loadCatalog";

/** The fields that daily figures are derived from. Other fields only name, group or describe. */
const inputs: readonly { resource: Resource; assetId: string; fields: readonly string[] }[] = [
  { resource: tokensResource, assetId: "asset_id", fields: ["id", "deployed_date", "is_bridged"] },
  { resource: assetsResource, assetId: "id", fields: ["asset_class_slug", "denomination"] },
];

/**
 * Ids of the assets with observations whose daily figures can differ once the mirrors are stored: their tokens or
 * deployments changed, or what their price is measured against. All of them if a stored mirror lacks one of the fields.
 */
export async function assetsToDerive(store: MarketStore, mirrors: readonly Mirror[]): Promise<number[]> {
  const observed = await store.rows<{ asset_id: number }>("SELECT DISTINCT asset_id FROM observations");
  const ids = observed.map((row) => row.asset_id);
  const changed = new Set<number>();
  for (const { resource, assetId, fields } of inputs) {
    const columns = [assetId, ...fields];
    const before = await readStored(store, resource.table, columns);
    if (before === null) return ids;
    const after = mirrors.find(({ table }) => table === resource.table)?.rows ?? [];
    const [was, is] = [inputsByAsset(before, columns), inputsByAsset(after, columns)];
    for (const id of ids) if (was.get(id) !== is.get(id)) changed.add(id);
  }
  return ids.filter((id) => changed.has(id));
}

/** Null if the table, or a column of it, does not exist. */
async function readStored(
  store: MarketStore,
  table: string,
  columns: readonly string[],
): Promise<Row[] | null> {
  if (!(await tableExists(store, table))) return null;
  const [found] = await store.rows<{ n: string }>(
    `SELECT count() AS n FROM system.columns WHERE database = currentDatabase() AND table = {table:String}
      AND name IN {columns:Array(String)}`,
    { table, columns },
  );
  if (Number(found?.n) < new Set(columns).size) return null;
  return store.rows(`SELECT ${[...new Set(columns)].join(", ")} FROM ${table}`);
}

function inputsByAsset(rows: readonly Row[], columns: readonly string[]): Map<number, string> {
  const [assetId = ""] = columns;
  const byAsset = new Map<number, string[]>();
  for (const row of rows) {
    const id = Number(row[assetId]);
    const text = JSON.stringify(columns.map((column) => row[column] ?? null));
    byAsset.set(id, [...(byAsset.get(id) ?? []), text]);
  }
  return new Map([...byAsset].map(([id, texts]) => [id, texts.toSorted().join()]));
}
