import type { StoredSet, StoredSets } from "#domain/api";
import { metricByName } from "#domain/metrics";
import type { DataSetStore } from "./dataSetStore";
import { dumpSets } from "./dumpSets";

/** The stored data sets, newest version first; null before the first was written. */
export async function storedSets(store: DataSetStore): Promise<StoredSets | null> {
  const [newest, ...earlier] = await store.versions();
  if (newest === undefined) return null;
  const sets = dumpSets.flatMap(({ name, label, doc, permissions }): StoredSet[] => {
    const files = newest.files.filter(({ resource }) => resource === name);
    const [first] = files;
    if (first === undefined) return [];
    // `slug` and `slug.part` of each metric.
    const ofMetrics = first.columns.map((column) => metricByName(column.name.split(".", 1)[0] ?? ""));
    return [
      {
        slug: name,
        label,
        doc,
        permissions,
        rows: first.rows,
        columns: first.columns.flatMap(({ name: column, type, unit }, i) =>
          ofMetrics[i] === undefined ? [{ name: column, type, unit }] : [],
        ),
        metrics: new Set(ofMetrics).size - (ofMetrics.includes(undefined) ? 1 : 0),
        files: files.map(({ file, format, bytes, sha256, data_version }) => ({
          file,
          format,
          bytes,
          sha256,
          data_version,
        })),
      },
    ];
  });
  return {
    version: newest.day,
    as_of: newest.files[0]?.as_of ?? null,
    has_sample: newest.files.some((file) => file.has_sample),
    sets,
    earlier: earlier.map(({ day }) => day),
  };
}
