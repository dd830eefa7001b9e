import type { MarketFreshness, MarketStatus } from "#domain/api";
import { assetSources, withFreshness } from "./explain/assetSources";
import { sourceGroups } from "./explain/sourceGroups";
import type { Market } from "./market";

/** Age and sources of the data. */
export async function marketStatus(market: Market): Promise<MarketStatus> {
  const known = await market.remember({
    kind: "status",
    key: null,
    sizeOf: (status) => JSON.stringify(status).length * 2,
    make: () => readStatus(market),
  });
  const progress = market.sampleProgress();
  // While a sample is generated, the first of its figures can be newer than the cached status.
  return { ...known, has_sample: known.has_sample || progress !== null, sample_progress: progress };
}

/** How fresh the data is: what every page needs. */
export async function marketFreshness(market: Market): Promise<MarketFreshness> {
  const { sources: _, ...freshness } = await marketStatus(market);
  return freshness;
}

async function readStatus(market: Market): Promise<Omit<MarketStatus, "sample_progress">> {
  const { store, dataVersion } = market;
  const [version, newest, groups, rows] = await Promise.all([
    dataVersion(),
    store.rows<{ as_of: string | null; has_sample: boolean }>(
      "SELECT maxOrNull(as_of) AS as_of, max(is_sample) AS has_sample FROM entity_metrics",
    ),
    sourceGroups(market),
    assetSources(market),
  ]);
  return {
    data_version: Number(version),
    as_of: newest[0]?.as_of ?? null,
    has_sample: Boolean(newest[0]?.has_sample),
    has_reported: rows.some(({ is_sample }) => !is_sample),
    updated_at: [...groups.values()][0]?.ingested_at ?? null,
    sources: withFreshness([...groups.values()], rows),
  };
}
