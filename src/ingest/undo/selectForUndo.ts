/** Finds what an undo means by its names of sources, metrics and entities. */
import { z } from "zod";
import type { Catalog } from "#domain/catalog";
import { calendar, isoDay, timeOfDay } from "#domain/days";
import { InvalidError } from "#domain/errors";
import { metricByName, metrics } from "#domain/metrics";
import { nearNames } from "#domain/query";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { quoted } from "#domain/text";
import type { StatementReader } from "#stores";
import { createEntityResolver } from "../staging/entityResolver";
import { findImports, type ImportedSource, listImports } from "./importedSources";
import type { UndoSelection } from "./undoSelection";

const name = z.string().min(1).max(1_000);
const names = z.array(name).max(1_000).default([]);
const day = z.string().max(40).nullable().default(null);

export const undoRequestSchema = z.object({
  /** Id, name of a file or feed, or name of a provider. */
  source: name,
  /** First and last day (`YYYY-MM-DD`); null: all. */
  from: day,
  to: day,
  /** Names of metrics; none: all. */
  metrics: names,
  /** Assets, each with its tokens, and tokens; none: all. */
  entities: names,
});

export type UndoRequest = z.output<typeof undoRequestSchema>;

/**
 * Finds what a request means.
 * @throws NotFoundError, ConflictError for the source; InvalidError for a day, metric or entity
 */
export async function selectForUndo(
  store: StatementReader,
  catalog: Catalog,
  { source, from, to, metrics: metricNames, entities }: UndoRequest,
): Promise<{ sources: ImportedSource[]; selection: UndoSelection }> {
  const sources = findImports(await listImports(store), source);
  for (const day of [from, to]) if (day !== null) requireDay(day);
  if (from !== null && to !== null && from > to) {
    throw new InvalidError(`The first day ${from} is after the last day ${to}.`);
  }
  const resolver = createEntityResolver(catalog);
  const found = entities.map((name) => {
    const entity = resolver.resolve(name);
    if (!entity.ok) throw new InvalidError(`Cannot select ${quoted(name)}: ${entity.reason}.`);
    return entity.value;
  });
  const isWhole = ({ listingId }: { listingId: number }) => listingId >= ASSET_LISTING_OFFSET;
  return {
    sources,
    selection: {
      sourceIds: sources.map(({ id }) => id),
      from,
      to,
      metricIds: metricNames.map(metricIdOf),
      assetIds: found.filter(isWhole).map(({ assetId }) => assetId),
      listingIds: found.filter((entity) => !isWhole(entity)).map(({ listingId }) => listingId),
    },
  };
}

/** @throws InvalidError */
export function requireDay(day: string): void {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? timeOfDay(day) : Number.NaN;
  if (Number.isNaN(time) || isoDay(time) !== day || day < calendar.first || day > calendar.last) {
    throw new InvalidError(`${quoted(day)} is not a day such as 2026-01-31.`);
  }
}

/** @throws InvalidError with the nearest names */
export function metricIdOf(name: string): number {
  const metric = metricByName(name);
  if (metric !== undefined) return metric.id;
  const near = nearNames(
    name,
    metrics.map(({ slug, label }) => ({ name: slug, label })),
  );
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  throw new InvalidError(`There is no metric ${quoted(name)}.${hint}`);
}
