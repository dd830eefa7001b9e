import { isDeepStrictEqual } from "node:util";
import { isoDay } from "#domain/days";
import type { CatalogIndex } from "#domain/resources";
import { quoted } from "#domain/text";
import type { MarketStore } from "#stores";
import { commit } from "../commit";
import { removeObservationsOf } from "../observations/removeObservations";
import { runExclusively } from "../runExclusively";
import {
  HistoryChanged,
  type Json,
  type Origin,
  originsOf,
  providerOf,
  type ScheduledSource,
  settingsOf,
} from "../scheduledSource";
import { anyMetric } from "../staging/layouts/layout";
import { createQuarantine } from "../staging/quarantine";
import { commitPage, registerOrigin } from "./commitPage";
import { type OriginState, readOriginState, writeOriginState } from "./originState";
import { createFigureCheck, createPage, type FigureCheck } from "./page";

/**
 * Requires a figure of every entity and metric that a source is expected to report.
 * @throws Error naming those without one
 */
async function requireExpected(
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

export interface SourceReading {
  catalog: CatalogIndex;
  /** Settings of the product, including those of the source. */
  settings: object;
  /** Called repeatedly: a reading can continue past midnight. */
  now: () => Date;
  /** Runs changes of the store exclusively. A slow origin must not block other writers. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  report: (share: number, message: string) => void;
  /** Called when an origin could not be read; the others are read unless it throws. */
  onFailure: (origin: Origin, error: unknown) => void;
}

/** Reads every origin of a source from the end of its last reading, after that reading has ended. */
export function readScheduledSource(
  store: MarketStore,
  source: ScheduledSource,
  reading: SourceReading,
): Promise<{ added: number; failed: number }> {
  return runExclusively(store, source.name, () => readOrigins(store, source, reading));
}

async function readOrigins(
  store: MarketStore,
  source: ScheduledSource,
  reading: SourceReading,
): Promise<{ added: number; failed: number }> {
  const origins = originsOf(source, reading.settings);
  const today = () => isoDay(reading.now());
  let known: FigureCheck | null = null;
  const check = () => {
    const day = today();
    if (known?.today !== day) known = createFigureCheck(reading.catalog, day);
    return known;
  };
  let added = 0;
  let failed = 0;
  for (const [index, origin] of origins.entries()) {
    reading.report(index / origins.length, `Reading ${origin.name}`);
    try {
      for await (const n of pagesOf(store, source, { ...reading, origin, check, today })) added += n;
    } catch (error) {
      reading.onFailure(origin, error);
      failed += 1;
    }
  }
  return { added, failed };
}

type OriginReading = SourceReading & { origin: Origin; check: () => FigureCheck; today: () => string };

/** Reads and commits page after page. @returns numbers of new values and articles per page */
async function* pagesOf(
  store: MarketStore,
  source: ScheduledSource,
  reading: OriginReading,
): AsyncGenerator<number> {
  const { origin, check, catalog, now, today, exclusively } = reading;
  const settings = settingsOf(source, reading.settings);
  let state = await readOriginState(store, source, origin);
  let undone: string | null = null;
  for (;;) {
    const { page, write } = createPage({ check, rowsBefore: state.rows });
    let cursor: Json;
    try {
      cursor = await source.read({ origin, cursor: state.cursor, settings, catalog, now: now() }, write);
    } catch (error) {
      if (!(error instanceof HistoryChanged)) throw error;
      const { to } = error;
      undone = firstDayUndone(source, { state, to, undone });
      state = await rewind(store, source, { ...reading, to, from: undone });
      continue;
    }
    const stays = isDeepStrictEqual(cursor, state.cursor);
    const next = stays ? state : { cursor, rows: state.rows + page.written.length };
    const job = { source, origin, state, next, check, catalog };
    yield await exclusively(() => commitPage(store, page, { ...job, today: today() }));
    if (stays) return requireExpected(store, source, { settings: reading.settings, check });
    state = next;
  }
}

/**
 * The first day whose figures are invalid after reading resumes at an earlier cursor.
 * @param undone the same day of the last rewind of this reading: each must reach further back, so that the
 * reading ends
 */
function firstDayUndone(
  source: ScheduledSource,
  { state, to, undone }: { state: OriginState; to: Json; undone: string | null },
): string {
  const day = source.cursor.safeParse(to).success ? source.rewind?.(to) : undefined;
  if (day === undefined || isDeepStrictEqual(to, state.cursor)) {
    throw new Error(
      `${source.name} cannot be rewound from ${JSON.stringify(state.cursor)} to ${JSON.stringify(to)}`,
    );
  }
  if (undone !== null && day >= undone) {
    throw new Error(`${source.name} was rewound to ${undone} already: the next reading resumes from there`);
  }
  return day;
}

/** Removes invalidated values, then resumes reading at an earlier cursor. */
async function rewind(
  store: MarketStore,
  source: ScheduledSource,
  { origin, today, exclusively, to, from }: OriginReading & { to: Json; from: string },
): Promise<OriginState> {
  // Which of its rejected rows came after that cursor is unknown: all are removed, and numbers restart.
  const earlier = { cursor: to, rows: 0 };
  await exclusively(async () => {
    await commit(store, { today: today() }, async () => {
      const sourceId = await registerOrigin(store, { source, origin, label: null });
      await removeObservationsOf(store, { sourceId, from });
      await createQuarantine(store, { sourceId, fileName: origin.name }).clear();
    });
    await writeOriginState(store, { source, origin, state: earlier });
  });
  return earlier;
}
