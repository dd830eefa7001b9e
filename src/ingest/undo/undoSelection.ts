/** Which observations an undo takes back, and the condition on their rows. */
import { z } from "zod";
import { dayOf } from "../derive/observedSeries";

export const selectionSchema = z.object({
  sourceIds: z.array(z.int()).min(1),
  /** `YYYY-MM-DD`; null: all days. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Empty lists select all. An entity is selected by its asset or as a listing. */
  metricIds: z.array(z.int()),
  assetIds: z.array(z.int()),
  listingIds: z.array(z.int()),
});

/** Observations by source, and by day, metric and entity. */
export type UndoSelection = z.output<typeof selectionSchema>;

/**
 * SQL condition on rows of `observations`: real values of the sources within the selection. It consists of columns and
 * numbers, as conditions on tables do.
 */
export function selectedSql({ sourceIds, from, to, metricIds, assetIds, listingIds }: UndoSelection): string {
  const among = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [`${column} IN (${ids.join(", ")})`];
  const entities = [...among("asset_id", assetIds), ...among("token_id", listingIds)];
  return [
    "NOT is_sample",
    ...among("source_id", sourceIds),
    ...(from === null ? [] : [`toInt32(date) >= ${dayOf(from)}`]),
    ...(to === null ? [] : [`toInt32(date) <= ${dayOf(to)}`]),
    ...among("metric_id", metricIds),
    ...(entities.length === 0 ? [] : [`(${entities.join(" OR ")})`]),
  ].join(" AND ");
}
