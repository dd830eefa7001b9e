import { quoted } from "#domain";
import type { MarketStore } from "#stores";
import { anyMetric } from "../files/layouts/layout";
import { providerOf, type ScheduledSource, settingsOf } from "../scheduledSource";
import type { FigureCheck } from "./page";

/**
 * Requires a figure of every entity and metric that a source is expected to report.
 * @throws Error naming those without one
 */
export async function requireExpected(
  store: MarketStore,
  source: ScheduledSource,
  { settings, check }: { settings: object; check: () => FigureCheck },
): Promise<void> {
  const expected = source.expected?.(settingsOf(source, settings)) ?? [];
  if (expected.length === 0) return;
  const rows = await store.compactRows<[listing: number, metric: number]>(
    "SELECT DISTINCT token_id, metric_id FROM observations FINAL WHERE provider = {provider:String}",
    { provider: providerOf(source) },
  );
  const { resolver } = check();
  const missing = expected.flatMap(({ entity, metric }) => {
    const found = entity === undefined ? null : resolver.resolve(entity);
    const listing = found?.ok ? found.value.listingId : null;
    const metricId = metric === undefined ? null : (anyMetric(metric)?.id ?? null);
    const isThere = rows.some(
      ([listingId, id]) =>
        (entity === undefined || listingId === listing) && (metric === undefined || id === metricId),
    );
    if (isThere) return [];
    return [[metric, entity].flatMap((name) => (name === undefined ? [] : quoted(name))).join(" of ")];
  });
  if (missing.length > 0) throw new Error(`It has no valid figure of ${missing.join(", ")}`);
}
