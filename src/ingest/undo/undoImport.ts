import type { Catalog } from "#domain/catalog";
import { metricById } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, entityPage } from "#domain/resources";
import { formatCount } from "#domain/text";
import type { MarketStore } from "#stores";
import { commit } from "../commit";
import type { DeriveProgress } from "../derive/deriveDailyMetrics";
import { shown } from "../files/importReport";
import { createEntityResolver } from "../staging/entityResolver";
import type { ImportedSource } from "./importedSources";
import { type RemovedValues, removeSelected } from "./removeSelected";
import { changeOf, type FigureChange, type ShownFigure, type UndoPreview } from "./undoPreview";
import type { UndoSelection } from "./undoSelection";

/**
 * Takes back the selected observations of real sources and derives their assets again. A process that is killed leaves
 * the rest to the next start or commit.
 */
export async function undoImport(
  store: MarketStore,
  selection: UndoSelection,
  { today, onDerive }: { today: string; onDerive?: (progress: DeriveProgress) => void },
): Promise<RemovedValues> {
  const { written } = await commit(store, { today, onDerive }, () =>
    removeSelected(store, { selection, day: today }),
  );
  return written;
}

/** Maximum number of figures in a preview. */
const SHOWN_FIGURES = 12;

/** Text of a preview for the command line. */
export function undoSummary(
  { sources, preview }: { sources: readonly ImportedSource[]; preview: UndoPreview },
  catalog: Catalog,
): string {
  const named = sources.map(({ name, id }) => `${name} (${id})`);
  const more = named.length > 3 ? ` and ${named.length - 3} more` : "";
  const from = shown(`${named.slice(0, 3).join(", ")}${more}`);
  const { observations, entities, metrics, firstDay, lastDay } = preview;
  if (observations === 0) return `Nothing to remove: no stored figure is of ${from}${why(sources)}`;
  const days = firstDay === lastDay ? `${firstDay}` : `${firstDay} to ${lastDay}`;
  const lines = [
    `${formatCount(observations, "figure")} of ${from} would be removed: ${formatCount(entities, "entity", "entities")}, ${formatCount(metrics, "metric")}, ${days}.`,
  ];
  const elsewhere =
    sources.reduce((sum, { accepted }) => sum + (accepted ?? 0), 0) -
    sources.reduce((sum, { values }) => sum + values, 0);
  if (elsewhere > 0) {
    lines.push(
      `${formatCount(elsewhere, "accepted figure")} ${elsewhere === 1 ? "is" : "are"} not among its stored ones: another import of the same source has replaced them or had reported them before, or they were removed or superseded. Such figures stay as they are.`,
    );
  }
  if (preview.unobserved > 0) {
    lines.push(
      `${formatCount(preview.unobserved, "asset")} would have no imported figure: sample figures are shown again, unless sample data is off.`,
    );
  }
  const { figures } = preview;
  if (figures.length === 0) lines.push("The newest figures stay as they are.");
  else {
    const { assets, shownAssets } = preview;
    const which = assets > shownAssets ? ` of the ${shownAssets} most affected assets` : "";
    lines.push(`Newest figures${which}, before and after, reported ones and large changes first:`);
    const { nameOf } = createEntityResolver(catalog);
    lines.push(...figures.slice(0, SHOWN_FIGURES).map((change) => figureLine(change, nameOf)));
    if (figures.length > SHOWN_FIGURES)
      lines.push(`  and ${(figures.length - SHOWN_FIGURES).toLocaleString("en-US")} more`);
  }
  lines.push("Pages with these figures:", ...preview.pages.map(pagesLine));
  return lines.join("\n");
}

/** Maximum number of pages of one kind in a preview. */
const SHOWN_PAGES = 5;

/** `  Networks (7): /networks/base, /networks/ethereum and 5 more`. */
export function pagesLine({ label, total, pages }: UndoPreview["pages"][number]): string {
  const paths = pages.slice(0, SHOWN_PAGES).map(({ path }) => path);
  const rest = total - paths.length;
  const more = rest > 0 ? ` and ${rest.toLocaleString("en-US")} more` : "";
  return `  ${label} (${total.toLocaleString("en-US")}): ${paths.join(", ")}${more}`;
}

/** A change of a figure with the names of what it is of. */
export interface NamedChange {
  /** Slug of the asset or token. */
  entity: string;
  isWhole: boolean;
  /** Page of the asset. */
  path: string | null;
  /** Slug and label of the metric, and its unit. */
  metric: string;
  label: string;
  unit: string;
  before: ShownFigure | null;
  after: ShownFigure | null;
  /** In percent of the figure before; null for one that appears or ends. */
  percent: number | null;
}

/** What an undo would change, for pages. */
export interface UndoReport extends Omit<UndoPreview, "figures"> {
  /** As on the command line. */
  summary: string;
  sources: { id: number; name: string }[];
  /** The largest changes first. */
  figures: NamedChange[];
  /** Number of changes, including those beyond the limit. */
  changes: number;
}

/** Maximum number of figures in a report. */
const REPORTED_FIGURES = 100;

export function undoReport(
  { sources, preview }: { sources: readonly ImportedSource[]; preview: UndoPreview },
  catalog: Catalog,
): UndoReport {
  return {
    ...preview,
    summary: undoSummary({ sources, preview }, catalog),
    sources: sources.map(({ id, name }) => ({ id, name })),
    figures: nameChanges(preview.figures.slice(0, REPORTED_FIGURES), catalog),
    changes: preview.figures.length,
  };
}

export function nameChanges(figures: readonly FigureChange[], catalog: Catalog): NamedChange[] {
  const { nameOf } = createEntityResolver(catalog);
  return figures.map(({ assetId, listingId, metricId, before, after }) => {
    const metric = metricById(metricId);
    const change = changeOf({ before, after });
    return {
      entity: nameOf(listingId),
      isWhole: listingId >= ASSET_LISTING_OFFSET,
      path: entityPage("asset", nameOf(ASSET_LISTING_OFFSET + assetId)),
      metric: metric?.slug ?? String(metricId),
      label: metric?.label ?? String(metricId),
      unit: metric?.unit ?? "",
      before,
      after,
      percent: Number.isFinite(change) ? change * 100 : null,
    };
  });
}

/** Why a source has no stored figures, as the end of a sentence. */
function why([source, ...others]: readonly ImportedSource[]): string {
  if (source === undefined || others.length > 0 || source.values > 0) return " in this selection.";
  if (source.undone !== null) return `; they were taken back on ${source.undone.day}.`;
  return ". Figures can be stored under another import of the same source, and investments are not figures.";
}

/** `  usdc-ethereum price_dollar: 1.01 on 2026-01-05 → 0.99 on 2026-01-05 (sample)`. */
export function figureLine(
  { listingId, metricId, before, after }: FigureChange,
  nameOf: (listingId: number) => string,
): string {
  const none = listingId >= ASSET_LISTING_OFFSET ? "none for the whole asset" : "none";
  const figure = (one: FigureChange["before"]) => {
    if (one === null) return none;
    const notes = [...(one.isSum ? ["sum of its tokens"] : []), ...(one.isSample ? ["sample"] : [])];
    return `${one.value} on ${one.day}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
  };
  const metric = metricById(metricId)?.slug ?? String(metricId);
  return `  ${shown(nameOf(listingId))} ${metric}: ${figure(before)} → ${figure(after)}`;
}
