import type { Source } from "#domain/api";
import { UNNAMED_PROVIDER } from "#domain/vocabulary";
import { readSourceLabels } from "#stores";
import type { Market } from "../market";

/** Id of sample data as a source; names given at import have no space. */
const SAMPLE = "sample data";

/** Labels of sources that have no name of their own. */
const plainLabels = new Map([
  [SAMPLE, "Sample data"],
  [UNNAMED_PROVIDER, "Imported files"],
]);

/** Id of the source that rows belong to: files and origins of one name are one source. */
export const sourceIdOf = ({ is_sample, provider }: { is_sample: boolean; provider: string }): string => {
  if (is_sample) return SAMPLE;
  return provider === "" ? UNNAMED_PROVIDER : provider;
};

interface GroupRow {
  provider: string;
  is_sample: boolean;
  kind: string;
  /** Labels of feeds and networks; names of files are not published. */
  labels: string[];
  first_ingested_at: string;
  ingested_at: string;
}

/** Every source by id, imported last first. Files, their checksums and mappings are not part of it. */
export function sourceGroups(market: Market): Promise<ReadonlyMap<string, Source>> {
  return market.remember({
    kind: "source groups",
    key: null,
    sizeOf: (groups) => groups.size * 500,
    make: () => readGroups(market),
  });
}

async function readGroups({ store }: Market): Promise<ReadonlyMap<string, Source>> {
  const [rows, labels] = await Promise.all([
    store.rows<GroupRow>(
      `SELECT if(s.is_sample, '', s.provider) AS provider, s.is_sample AS is_sample,
         argMax(s.kind, s.ingested_at) AS kind, groupUniqArrayIf(2)(s.label, s.kind != 'file') AS labels,
         min(s.ingested_at) AS first_ingested_at, max(s.ingested_at) AS ingested_at
       FROM sources AS s FINAL GROUP BY provider, is_sample
       ORDER BY ingested_at DESC, provider, is_sample SETTINGS date_time_output_format = 'iso'`,
    ),
    readSourceLabels(store),
  ]);
  return new Map(
    rows.map(({ labels: own, ...row }): [string, Source] => {
      const id = sourceIdOf(row);
      const [first, ...others] = own;
      const label =
        labels[id] ?? plainLabels.get(id) ?? (first !== undefined && others.length === 0 ? first : id);
      return [id, { ...row, id, label, provider: row.provider === "" ? null : row.provider }];
    }),
  );
}
