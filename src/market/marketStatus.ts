import type { MarketStatus, Source, SourceFreshness } from "#domain";
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
  return { ...known, sample_progress: market.sampleProgress() };
}

async function readStatus({ store, dataVersion }: Market): Promise<Omit<MarketStatus, "sample_progress">> {
  const [version, newest, sources] = await Promise.all([
    dataVersion(),
    store.rows<{ as_of: string | null; has_sample: boolean }>(
      "SELECT maxOrNull(as_of) AS as_of, max(is_sample) AS has_sample FROM entity_metrics FINAL",
    ),
    store.rows<Source & { newest_date: string | null; observations: string }>(
      `SELECT ${sourceColumns}, o.newest_date AS newest_date, o.observations AS observations
       FROM sources AS s FINAL LEFT JOIN (
         SELECT source_id, toNullable(max(date)) AS newest_date, count() AS observations
         FROM observations FINAL GROUP BY source_id) AS o ON o.source_id = s.id
       ORDER BY s.ingested_at DESC, s.id SETTINGS date_time_output_format = 'iso'`,
    ),
  ]);
  return {
    data_version: Number(version),
    as_of: newest[0]?.as_of ?? null,
    has_sample: Boolean(newest[0]?.has_sample),
    sources: sources.map(
      (source): SourceFreshness => ({ ...source, observations: Number(source.observations) }),
    ),
  };
}
