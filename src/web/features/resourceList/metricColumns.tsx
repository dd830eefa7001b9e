import { type AggregateRow, metricOf, type ResourceRow } from "#domain/api";
import { type FigureFormat, type lookbackDays, metricByName } from "#domain/metrics";
import type { EntityType } from "#domain/resources";
import { Figure } from "../../format/Figure";
import { fitFormat } from "../../format/fitFormat";
import { MetricChange } from "../../format/MetricChange";
import { FigureMark } from "../checks/CheckMarkLink";
import type { SmallColumn } from "./SmallTable";

interface MetricColumn<Row> extends Partial<SmallColumn<Row>> {
  /** The kind of the entity that a row is, whose figures can have marks. */
  kind?: EntityType;
}

/** A column of a described metric. */
export function metricColumn<Row extends ResourceRow | AggregateRow>(
  slug: string,
  { kind, ...extra }: MetricColumn<Row> = {},
): SmallColumn<Row> {
  const metric = metricByName(slug);
  const unit = metric?.unit ?? null;
  // Caches the shared format of all cells of a table.
  let known: { of: readonly Row[]; format: FigureFormat | null } | undefined;
  const formatFor = (rows: readonly Row[]) => {
    if (known?.of !== rows) {
      const values = rows.map((row) => metricOf(row, slug)?.val);
      known = { of: rows, format: fitFormat({ unit, format: metric?.format }, values) };
    }
    return known.format;
  };
  return {
    name: slug,
    header: metric?.label ?? slug,
    numeric: true,
    cell: (row, rows) => (
      <>
        <Figure value={metricOf(row, slug)?.val} unit={unit} format={formatFor(rows)} />
        {kind !== undefined && !("group" in row) && <FigureMark kind={kind} id={row.id} metric={slug} />}
      </>
    ),
    ...extra,
  };
}

/** A column with the change of a metric over a number of days. */
export const changeColumn = <Row extends ResourceRow | AggregateRow>(
  slug: string,
  days: (typeof lookbackDays)[number],
  extra: Partial<SmallColumn<Row>> = {},
): SmallColumn<Row> => ({
  name: `${slug}.${days}d`,
  header: `${days}d`,
  numeric: true,
  cell: (row) => (
    <MetricChange
      metric={metricOf(row, slug)}
      unit={metricByName(slug)?.unit ?? null}
      polarity={metricByName(slug)?.polarity ?? null}
      over={`${days}d`}
    />
  ),
  ...extra,
});
