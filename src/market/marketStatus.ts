import { isDeepStrictEqual } from "node:util";
import type { MarketFreshness, MarketStatus } from "#domain/api";
import { noteUntrackedRead, withoutTracking } from "#stores";
import { assetSources, withFreshness } from "./explain/assetSources";
import { sourceGroups } from "./explain/sourceGroups";
import type { Market } from "./market";

type Known = Omit<MarketStatus, "data_version" | "sample_progress">;

/** Age and sources of the data. */
export async function marketStatus(market: Market): Promise<MarketStatus> {
  return ofNow(market, await rememberStatus(market), await market.dataVersion());
}

/**
 * How fresh the data is: what every page needs. A page that was rendered earlier stays right when only the data version
 * and the time of the last import are other ones: its figures are those of both versions.
 */
export async function marketFreshness(market: Market): Promise<MarketFreshness> {
  const known = await market.remember({
    kind: "freshness",
    key: null,
    sizeOf: () => 500,
    make: async () => {
      const { sources: _, ...freshness } = await rememberStatus(market);
      return freshness;
    },
    isSame: (before, after) => isDeepStrictEqual(withoutTime(before), withoutTime(after)),
  });
  return ofNow(market, known, await withoutTracking(() => market.dataVersion()));
}

const withoutTime = ({ updated_at: _, ...shown }: Omit<Known, "sources">) => shown;

const rememberStatus = (market: Market): Promise<Known> =>
  market.remember({
    kind: "status",
    key: null,
    sizeOf: (status) => JSON.stringify(status).length * 2,
    make: () => readStatus(market),
  });

/** A cached status with what no statement is read for. */
function ofNow<T extends Omit<Known, "sources">>(market: Market, known: T, version: string) {
  const progress = market.sampleProgress();
  if (progress !== null) noteUntrackedRead();
  return {
    data_version: Number(version),
    ...known,
    // While a sample is generated, the first of its figures can be newer than the cached status.
    has_sample: known.has_sample || progress !== null,
    sample_progress: progress,
  };
}

async function readStatus(market: Market): Promise<Known> {
  const { store } = market;
  const [newest, groups, rows] = await Promise.all([
    store.rows<{ as_of: string | null; has_sample: boolean }>(
      "SELECT maxOrNull(as_of) AS as_of, max(is_sample) AS has_sample FROM entity_metrics",
    ),
    sourceGroups(market),
    assetSources(market),
  ]);
  return {
    as_of: newest[0]?.as_of ?? null,
    has_sample: Boolean(newest[0]?.has_sample),
    has_reported: rows.some(({ is_sample }) => !is_sample),
    updated_at: [...groups.values()][0]?.ingested_at ?? null,
    sources: withFreshness([...groups.values()], rows),
  };
}
