import type { MarketStatus, Source } from "#domain";
import { assetSources, withFreshness } from "./explain/assetSources";
import { sourceColumns } from "./explain/sourceColumns";
import type { Market } from "./market";

/** How fresh the data is, and where it came from. */
export async function marketStatus(market: Market): Promise<MarketStatus> {
  const known = await market.remember({
    kind: "status",
    key: null,
    sizeOf: (status) => JSON.stringify(status).length * 2,
    make: () => readStatus(market),
  });
  const progress = market.sampleProgress();
  // While a sample is being made, the first of its figures may be newer than what is remembered.
  return { ...known, has_sample: known.has_sample || progress !== null, sample_progress: progress };
}

async function readStatus(market: Market): Promise<Omit<MarketStatus, "sample_progress">> {
  const { store, dataVersion } = market;
  const [version, newest, sources, rows] = await Promise.all([
    dataVersion(),
    store.rows<{ as_of: string | null; has_sample: boolean }>(
      "SELECT maxOrNull(as_of) AS as_of, max(is_sample) AS has_sample FROM entity_metrics FINAL",
    ),
    store.rows<Source>(
      `SELECT ${sourceColumns} FROM sources AS s FINAL
       ORDER BY s.ingested_at DESC, s.id SETTINGS date_time_output_format = 'iso'`,
    ),
    assetSources(market),
  ]);
  return {
    data_version: Number(version),
    as_of: newest[0]?.as_of ?? null,
    has_sample: Boolean(newest[0]?.has_sample),
    sources: withFreshness(sources, rows),
  };
}
