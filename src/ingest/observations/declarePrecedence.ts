import { isDeepStrictEqual } from "node:util";
import {
  decidingRule,
  type MarketStore,
  readSourceLabels,
  readSourcePrecedence,
  SOURCE_LABELS_SETTING,
  SOURCE_PRECEDENCE_SETTING,
  type SourcePrecedence,
  type StatementReader,
} from "#stores";
import { announceDataVersion } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";
import { EVERY_DAY, markAssetsDirty } from "./dirtyAssets";

/** Stores the labels under which sources are shown, by name of the source. Part of a commit. */
export async function declareLabels(
  store: MarketStore,
  labels: Readonly<Record<string, string>>,
): Promise<void> {
  if (isDeepStrictEqual(await readSourceLabels(store), labels)) return;
  await announceDataVersion(store);
  const version = await nextRowVersion(store);
  await writeSetting(store, { name: SOURCE_LABELS_SETTING, value: JSON.stringify(labels), version });
}

/**
 * Which providers nothing was ever stored of: a preference for one has no effect.
 * @param providers as rows keep them
 */
export async function unknownProviders(
  store: StatementReader,
  providers: readonly string[],
): Promise<string[]> {
  if (providers.length === 0) return [];
  const known = await store.rows<{ provider: string }>("SELECT DISTINCT provider FROM sources");
  return providers.filter((name) => !known.some(({ provider }) => provider === name));
}

/** The figures of a metric of an asset that several providers report. */
interface Contested {
  assetId: number;
  metricId: number;
  providers: readonly string[];
}

/**
 * Declares which provider's figures are served if several report the same one. Assets with figures that a changed rule is
 * about are marked from the first day on which several providers report such a figure, and derived by the commit that
 * this is part of.
 */
export async function declarePrecedence(store: MarketStore, precedence: SourcePrecedence): Promise<void> {
  const before = await readSourcePrecedence(store);
  if (isDeepStrictEqual(before, precedence)) return;
  const version = await nextRowVersion(store);
  const contested = await readContested(store);
  const touched = contested.filter(
    (figures) => !isDeepStrictEqual(orderAmong(before, figures), orderAmong(precedence, figures)),
  );
  if (touched.length > 0) {
    const from = await firstContestedDays(store, touched);
    await markAssetsDirty(store, {
      assetIds: [...from.keys()],
      from: (assetId) => from.get(assetId) ?? EVERY_DAY,
      version,
    });
  }
  // Explanations name the rule that decided, also where it decides as before.
  if (contested.length > 0) await announceDataVersion(store);
  await writeSetting(store, { name: SOURCE_PRECEDENCE_SETTING, value: JSON.stringify(precedence), version });
}

async function readContested(store: StatementReader): Promise<Contested[]> {
  const rows = await store.compactRows<[number, number, string[]]>(
    `SELECT asset_id, metric_id, groupUniqArray(provider) FROM observations WHERE NOT is_sample
     GROUP BY asset_id, metric_id HAVING min(provider) != max(provider)`,
  );
  return rows.map(([assetId, metricId, providers]) => ({ assetId, metricId, providers }));
}

/** Those of the reporting providers that a precedence puts first, in order; the time of the report decides about the others. */
function orderAmong(precedence: SourcePrecedence, { providers, ...figure }: Contested): string[] {
  const listed = decidingRule(precedence, figure)?.providers ?? [];
  const first = listed.filter((name) => providers.includes(name));
  const others = providers.filter((name) => !listed.includes(name));
  // A single other one is last, whenever it reported.
  return others.length === 1 ? [...first, ...others] : first;
}

/** `YYYY-MM-DD` by asset: the first day on which several providers report one of the figures. */
async function firstContestedDays(
  store: StatementReader,
  touched: readonly Contested[],
): Promise<Map<number, string>> {
  const metricsOf = new Map<number, number[]>();
  for (const { assetId, metricId } of touched) {
    metricsOf.set(assetId, [...(metricsOf.get(assetId) ?? []), metricId]);
  }
  const assetsOf = new Map<string, number[]>();
  for (const [assetId, metricIds] of metricsOf) {
    const key = metricIds.toSorted((a, b) => a - b).join(", ");
    assetsOf.set(key, [...(assetsOf.get(key) ?? []), assetId]);
  }
  const found = new Map<number, string>();
  for (const [metricIds, assetIds] of assetsOf) {
    const rows = await store.compactRows<[number, string]>(
      `SELECT asset_id, toString(min(date)) FROM (
         SELECT asset_id, date FROM observations
         WHERE asset_id IN {assetIds:Array(UInt32)} AND metric_id IN (${metricIds}) AND NOT is_sample
         GROUP BY asset_id, token_id, metric_id, date HAVING min(provider) != max(provider)
       ) GROUP BY asset_id`,
      { assetIds },
    );
    for (const [assetId, day] of rows) found.set(assetId, day);
  }
  return found;
}
