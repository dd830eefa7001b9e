import type { Catalog } from "#domain/catalog";
import { metricById } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import type { MarketStore } from "#stores";
import { keysSql } from "../observations/valueMarks";
import { createEntityResolver } from "../staging/entityResolver";
import { type AffectedPages, affectedPages } from "../undo/affectedPages";
import { figureLine, type NamedChange, nameChanges, pagesLine } from "../undo/undoImport";
import { figureChanges } from "../undo/undoPreview";
import { findValue, sourceName, type ValueRequest } from "./supersede";

/** What superseding an observation would change. */
export interface SupersedeReport {
  /** For the command line. */
  summary: string;
  /** Slug of the asset or token. */
  entity: string;
  isWhole: boolean;
  /** Slug and label of the metric, and its unit. */
  metric: string;
  label: string;
  unit: string;
  date: string;
  value: number;
  /** Name of the reporting source, and of the file or feed. */
  source: string;
  file: string;
  /** Figures of its day that would differ, the largest change first. */
  figures: NamedChange[];
  changes: number;
  pages: AffectedPages[];
}

const REPORTED_FIGURES = 100;
const SUMMARY_FIGURES = 12;

/**
 * Stores nothing.
 * @throws as `findValue`
 */
export async function reportSupersession(
  store: MarketStore,
  catalog: Catalog,
  { request, today }: { request: ValueRequest; today: string },
): Promise<SupersedeReport> {
  const stored = await findValue(store, catalog, request);
  const { assetId, listingId, metricId, date, provider, value, sourceId } = stored;
  const { nameOf } = createEntityResolver(catalog);
  const metric = metricById(metricId);
  const changes = await figureChanges(store, {
    selected: keysSql([stored]),
    assetIds: [assetId],
    today,
    upTo: date,
  });
  const [file] = await store.compactRows<[string]>(
    `SELECT if(ifNull(file_name, '') = '', label, assumeNotNull(file_name)) FROM sources FINAL WHERE id = {id:UInt32}`,
    { id: sourceId },
  );
  const pages = await affectedPages(store, [assetId]);
  const facts = {
    entity: nameOf(listingId),
    isWhole: listingId >= ASSET_LISTING_OFFSET,
    metric: metric?.slug ?? String(metricId),
    label: metric?.label ?? String(metricId),
    unit: metric?.unit ?? "",
    date,
    value,
    source: sourceName(provider),
    file: file?.[0] ?? "",
  };
  const summary = [
    `${facts.metric} of ${facts.entity}${facts.isWhole ? " (whole asset)" : ""} on ${date}: ${value}, reported by ${facts.source}${facts.file === "" ? "" : ` in ${facts.file}`}.`,
    ...(changes.length === 0
      ? ["No figure of that day changes."]
      : [
          "Figures of that day, before and after, reported ones and large changes first:",
          ...changes.slice(0, SUMMARY_FIGURES).map((change) => figureLine(change, nameOf)),
          ...(changes.length > SUMMARY_FIGURES ? [`  and ${changes.length - SUMMARY_FIGURES} more`] : []),
        ]),
    "Pages with these figures:",
    ...pages.map(pagesLine),
  ].join("\n");
  return {
    ...facts,
    summary,
    figures: nameChanges(changes.slice(0, REPORTED_FIGURES), catalog),
    changes: changes.length,
    pages,
  };
}
