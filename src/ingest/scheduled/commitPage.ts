import type { CatalogIndex } from "#domain/resources";
import type { MarketStore } from "#stores";
import { commit } from "../commit";
import { storeNews } from "../news/storeNews";
import { assignProvider } from "../observations/assignProvider";
import { nextRowVersion } from "../rowVersion";
import { type Origin, providerOf, type ScheduledSource } from "../scheduledSource";
import { withScratchTables } from "../scratchTables";
import { registerSource } from "../sources";
import { applyStaged, findConflicts, STAGED_COLUMN_NAMES, STAGED_COLUMNS } from "../staging/applyStaged";
import { findImplausible } from "../staging/implausibleValues";
import { createQuarantine, type Quarantine, type RefusedRow } from "../staging/quarantine";
import { type OriginState, originKey, writeOriginState } from "./originState";
import type { FigureCheck, Page } from "./page";

/**
 * Registers an origin as its own source and returns the source's id. Part of a commit.
 * @param label the origin's own title, if any
 */
export async function registerOrigin(
  store: MarketStore,
  { source, origin, label }: { source: ScheduledSource; origin: Origin; label: string | null },
): Promise<number> {
  const provider = providerOf(source);
  const sourceId = await registerSource(store, {
    kind: source.kind,
    label: label ?? origin.label,
    provider,
    fileName: origin.name,
    // Names leave out what may be secret, so that two origins can share one. The others keep the ids they always had.
    origin: origin.address === origin.name ? null : originKey(source, origin),
    isSample: false,
  });
  // Values read before sources had providers are moved to its own.
  await assignProvider(store, { sourceId, provider });
  return sourceId;
}

export interface PageJob {
  source: ScheduledSource;
  origin: Origin;
  /** Where the page begins, and where the next one does. */
  state: OriginState;
  next: OriginState;
  check: () => FigureCheck;
  catalog: CatalogIndex;
  today: string;
}

/**
 * Stores a page and dependent data, then the cursor: if it is killed before that, the same page is read again
 * without effect.
 * @returns numbers of new values and articles
 */
export async function commitPage(store: MarketStore, page: Page, job: PageJob): Promise<number> {
  const { source, origin, state, next, catalog, today } = job;
  const { written } = await commit(store, { today }, async () => {
    const sourceId = await registerOrigin(store, { source, origin, label: page.title });
    const quarantine = createQuarantine(store, { sourceId, fileName: origin.name });
    await quarantine.clear(state.rows);
    for (const row of page.refused) quarantine.add(row);
    const figures = await storeFigures(store, page, { ...job, sourceId, quarantine });
    await quarantine.flush();
    return figures + (await storeNews(store, page.articles, { catalog, sourceId }));
  });
  if (next !== state) await writeOriginState(store, { source, origin, state: next });
  return written;
}

async function storeFigures(
  store: MarketStore,
  { staged: lines, written }: Page,
  { source, state, check, sourceId, quarantine }: PageJob & { sourceId: number; quarantine: Quarantine },
): Promise<number> {
  if (lines.length === 0) return 0;
  const version = await nextRowVersion(store);
  const provider = providerOf(source);
  return withScratchTables(store, { purpose: "page", run: version }, async (scratch) => {
    const staged = await scratch.table(
      "staged",
      STAGED_COLUMNS,
      "(asset_id, token_id, metric_id, date, line)",
    );
    await store.insertTabSeparated(staged, STAGED_COLUMN_NAMES, lines.join(""));
    const { nameOf } = check().resolver;
    const list = async (rows: readonly Omit<RefusedRow, "raw">[]) => {
      for (const { line, field, kind, reason } of rows) {
        quarantine.add({ line, field, kind, reason, raw: JSON.stringify(written[line - state.rows - 1]) });
      }
    };
    const kind = "contradicts an earlier row";
    await findConflicts(store, {
      scratch,
      staged,
      nameOf,
      onPage: (conflicts) => list(conflicts.map((conflict) => ({ ...conflict, kind }))),
    });
    await findImplausible(store, { scratch, staged, provider, nameOf, onPage: list });
    const { accepted, unchanged } = await applyStaged(store, {
      scratch,
      staged,
      provider,
      sourceId,
      version,
    });
    return accepted - unchanged;
  });
}
