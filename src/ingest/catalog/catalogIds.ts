/**
 * Which row every id of the catalog belongs to, remembered after the row is removed: figures stay stored under ids, so
 * another row with the same id would show them as its own.
 */
import { z } from "zod";
import { type CatalogKind, catalogKindNames } from "#domain/catalog";
import { InvalidError } from "#domain/errors";
import { type CatalogIndex, catalogResources } from "#domain/resources";
import { type MarketStore, readSetting } from "#stores";
import { writeSetting } from "../settings";
import { tableExists } from "../tableExists";

export const CATALOG_IDS_SETTING = "catalog_ids";

/** `assets/100101` → the slug of the row; of a token, its asset and network as `100101 on 1`. */
type IdOwners = Readonly<Record<string, string>>;
const storedOwners = z.record(z.string(), z.string());

/** Number of examples in the message of a rejected load. */
const SHOWN = 10;

/**
 * Stores the ids of a catalog that is about to be loaded. Part of a commit.
 *
 * @param renamed ids, such as `assets/100101`, whose row has a new slug and keeps its figures
 * @throws InvalidError if another id belonged to another row before
 */
export async function claimCatalogIds(
  store: MarketStore,
  { catalog, renamed, version }: { catalog: CatalogIndex; renamed: readonly string[]; version: number },
): Promise<void> {
  const known = await readOwners(store);
  const present = ownersOf(catalog);
  const unknown = renamed.filter((id) => !(id in present));
  if (unknown.length > 0) {
    throw new InvalidError(`The catalog has no ${unknown.join(", ")}: name ids like assets/100101.`);
  }
  const reused = Object.entries(present).filter(
    ([id, owner]) => known[id] !== undefined && known[id] !== owner && !renamed.includes(id),
  );
  if (reused.length > 0) {
    const lines = reused.slice(0, SHOWN).map(([id, owner]) => `  ${id} is ${owner}, but was ${known[id]}`);
    const more = reused.length > SHOWN ? `\n  and ${reused.length - SHOWN} more` : "";
    const ids = reused.map(([id]) => id);
    throw new InvalidError(
      `The catalog gives ids to other rows, which would show the figures stored under them:\n${lines.join("\n")}${more}\n` +
        `Give new rows unused ids. If a row was only renamed, keep its figures with: cadastre catalog load --renamed ${ids.join(" ")}`,
      ids.map((path) => ({ path, message: `belonged to ${known[path]}` })),
    );
  }
  const value = JSON.stringify({ ...known, ...present });
  await writeSetting(store, { name: CATALOG_IDS_SETTING, value, version });
}

function ownersOf(catalog: CatalogIndex): IdOwners {
  const rowsOf = (kind: CatalogKind): readonly { id: number }[] => catalog[kind];
  const named = catalogKindNames.flatMap((kind) =>
    rowsOf(kind).flatMap((row): [string, string][] =>
      "slug" in row ? [[`${kind}/${row.id}`, String(row.slug)]] : [],
    ),
  );
  const tokens = catalog.tokens.map((row): [string, string] => {
    const asset = catalog.assetBySlug.get(row.asset);
    const network = catalog.networkBySlug.get(row.network);
    return [`tokens/${row.id}`, `${asset?.id} on ${network?.id}`];
  });
  return Object.fromEntries([...named, ...tokens]);
}

/** Stores of earlier versions remember no ids: theirs are those of the catalog that they hold. */
async function readOwners(store: MarketStore): Promise<IdOwners> {
  const stored = await readSetting(store, CATALOG_IDS_SETTING);
  if (stored !== null) return storedOwners.parse(JSON.parse(stored));
  const owners: [string, string][] = [];
  for (const kind of catalogKindNames) {
    const resource = catalogResources.find(({ slug }) => slug === kind);
    if (resource === undefined || !(await tableExists(store, resource.table))) continue;
    if (kind === "tokens") {
      const rows = await store.rows<{ id: number; asset_id: number; network_id: number }>(
        `SELECT id, asset_id, network_id FROM ${resource.table} WHERE NOT is_asset_level`,
      );
      for (const row of rows) owners.push([`tokens/${row.id}`, `${row.asset_id} on ${row.network_id}`]);
    } else if (resource.fields.some(({ name, computed }) => name === "slug" && !computed)) {
      const rows = await store.rows<{ id: number; slug: string }>(`SELECT id, slug FROM ${resource.table}`);
      for (const { id, slug } of rows) owners.push([`${kind}/${id}`, slug]);
    }
  }
  return Object.fromEntries(owners);
}
