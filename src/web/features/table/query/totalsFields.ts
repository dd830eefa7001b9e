import type { FieldMeta } from "#domain/api";
import { type MetricSlug, metricByName } from "#domain/metrics";
import { isUnitGrouping, type Split, splitNamed, splitsOf } from "#domain/resources";
import type { TableTotals } from "./tableQuery";
import type { TableSearch } from "./tableSearch";

/** The grouping of a table of totals. */
export function totalsSplit(
  { resource, by, isFixed = false }: TableTotals,
  { group = by }: TableSearch,
): Split {
  const [first] = splitsOf(resource);
  const split = splitNamed(resource, isFixed ? by : group) ?? splitNamed(resource, by) ?? first;
  if (split === undefined) throw new Error(`Nothing splits ${resource}`);
  return split;
}

const plain = {
  aliases: [],
  unit: null,
  format: null,
  polarity: null,
  refers_to: null,
  values: null,
  nullable: false,
  operators: [],
  filterable: false,
  groupable: false,
  source: "computed by Cadastre",
} as const;

const count = (name: string, label: string, doc: string): FieldMeta => ({
  ...plain,
  name,
  label,
  doc,
  type: "number",
  unit: "count",
  format: { notation: "full", decimals: 0 },
  sortable: true,
});

const counts: readonly FieldMeta[] = [
  count("asset_count", "Assets", "Assets of the group."),
  count("token_count", "Tokens", "Tokens of the group."),
  count(
    "asset_level_count",
    "Reported as a whole",
    "Assets of the group with data that is reported for the asset as a whole rather than a network.",
  ),
];

/** Names of the columns that a table of totals can have. */
export type TotalsColumn = "name" | "asset_count" | "token_count" | "asset_level_count" | MetricSlug;

/** The fields of a table of totals: the group, its counts, and every metric of the resource. */
export const totalsFields = (split: Split, fields: readonly FieldMeta[]): readonly FieldMeta[] => [
  {
    ...plain,
    name: "name",
    label: split.label,
    doc: `${split.label} of the group.`,
    type: "string",
    sortable: false,
  },
  ...counts,
  ...fields.filter(
    ({ type, name }) =>
      type === "metric" && (isUnitGrouping(split.name) || metricByName(name)?.isPerUnit !== true),
  ),
];
