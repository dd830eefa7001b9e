import type { Catalog } from "#domain/catalog";
import { metricById } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, entityPage } from "#domain/resources";
import type { StatementReader } from "#stores";
import { keyText, readMarks, readValues, type ValueMark } from "../observations/valueMarks";
import { createEntityResolver } from "../staging/entityResolver";
import { sourceName } from "./supersede";

/**
 * `superseded`: the value is set aside. `corrected`: so it is, and its source has reported another one since. `gone`: its
 * import was taken back; the mark stays in force. `restored`: the mark was lifted.
 */
export const markStates = ["superseded", "corrected", "gone", "restored"] as const;

/** A mark as administrators see it. */
export interface ListedMark
  extends Omit<ValueMark, "assetId" | "listingId" | "metricId" | "observed" | "provider"> {
  /** Slug of the asset or token. */
  entity: string;
  isWhole: boolean;
  /** Page of the asset. */
  path: string | null;
  /** Slug and label of the metric, and its unit. */
  metric: string;
  label: string;
  unit: string;
  /** Name of the reporting source, and of the file or feed. */
  source: string;
  file: string;
  state: (typeof markStates)[number];
  /** The value that the source has reported instead since. */
  corrected: number | null;
}

/** Every mark, newest first, also those that were lifted. */
export async function listMarks(store: StatementReader, catalog: Catalog): Promise<ListedMark[]> {
  const marks = await readMarks(store);
  if (marks.length === 0) return [];
  const { nameOf } = createEntityResolver(catalog);
  const stored = new Map((await readValues(store, marks)).map((one) => [keyText(one), one.value]));
  const files = await store.compactRows<[number, string]>(
    `SELECT id, if(ifNull(file_name, '') = '', label, assumeNotNull(file_name)) FROM sources FINAL
      WHERE id IN {ids:Array(UInt32)}`,
    { ids: [...new Set(marks.map(({ sourceId }) => sourceId))] },
  );
  const fileOf = new Map(files);
  return marks.map((mark): ListedMark => {
    const { assetId, listingId, metricId, observed: _, provider, ...rest } = mark;
    const metric = metricById(metricId);
    const present = stored.get(keyText(mark));
    const corrected = present === undefined || present === mark.value ? null : present;
    return {
      ...rest,
      entity: nameOf(listingId),
      isWhole: listingId >= ASSET_LISTING_OFFSET,
      path: entityPage("asset", nameOf(ASSET_LISTING_OFFSET + assetId)),
      metric: metric?.slug ?? String(metricId),
      label: metric?.label ?? String(metricId),
      unit: metric?.unit ?? "",
      source: sourceName(provider),
      file: fileOf.get(mark.sourceId) ?? "",
      corrected,
      state:
        mark.liftedAt !== null
          ? "restored"
          : corrected !== null
            ? "corrected"
            : mark.isSetAside
              ? "superseded"
              : "gone",
    };
  });
}
