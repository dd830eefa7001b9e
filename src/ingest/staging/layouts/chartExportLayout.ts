import { type Metric, metrics } from "#domain/metrics";
import { plainFormat } from "../mapping";
import { type Parsed, type Refusal, refuse, short } from "../parsed";
import { plainNumbers } from "../parseValue";
import { isSampleSeries } from "../refusalKinds";
import {
  anyMetric,
  cellReader,
  dateReader,
  type Layout,
  type LayoutContext,
  LayoutError,
  remember,
  type SkippedColumn,
} from "./layout";

/** Files of the data API say "Measure", those of charts "Metric". */
const LEADING = [["Timestamp"], ["Date"], ["Measure", "Metric"]] as const;
const ALL_OTHERS = /^all others(?: \(\d+ items?\))?$/i;

/** Whether a header is that of an exported chart: `Timestamp,Date,Metric,<one column per group>,…`. */
export const isChartExport = (header: readonly string[]): boolean =>
  header.length > LEADING.length &&
  LEADING.every((names, i) => names.some((name) => header[i]?.trim().toLowerCase() === name.toLowerCase()));

/**
 * The wide file that charts are exported to. Columns are matched to assets and tokens by name, ticker or slug;
 * a column that is no single asset (a network, a class, `All Others`) is left out and reported.
 */
export function chartExportLayout({ header, resolver, today }: LayoutContext): Layout {
  const skippedColumns: SkippedColumn[] = [];
  const metricColumn = header[2]?.trim() ?? "";
  const taken = new Map<number, string>();
  const cells = header.slice(LEADING.length).flatMap((name, i) => {
    const field = name.trim();
    const found = ALL_OTHERS.test(field)
      ? ({ ok: false, reason: "aggregates assets that the file does not name" } as const)
      : isSampleSeries(field)
        ? ({ ok: false, reason: "is sample data, which cannot be imported" } as const)
        : resolver.resolveColumn(field);
    const other = found.ok ? taken.get(found.value.listingId) : undefined;
    if (found.ok && other === undefined) {
      taken.set(found.value.listingId, field);
      return [{ field, at: LEADING.length + i, entity: found.value }];
    }
    skippedColumns.push({
      column: field,
      reason: found.ok ? `duplicates column "${other}"` : found.reason,
    });
    return [];
  });
  if (cells.length === 0) {
    throw new LayoutError(
      `No column of the exported chart is an asset or token: ${skippedColumns.map((s) => `"${s.column}" ${s.reason}`).join("; ")}`,
    );
  }
  const readDate = dateReader(plainFormat, today);
  const readCell = cellReader({ skipLeadingZeros: false });
  const readMetric = remember(measure);
  return {
    columns: header.length,
    skippedColumns,
    read(fields, sink) {
      const metric = readMetric(fields[2] as string);
      if (!metric.ok) return sink.refuse(metricColumn, metric);
      const date = readDate(fields[1] as string);
      if (!date.ok) return sink.refuse("Date", asRewritten(date));
      for (const { field, at, entity } of cells) {
        readCell(fields[at], {
          field,
          entity,
          metric: metric.value,
          date: date.value,
          format: plainNumbers,
          sink,
        });
      }
    },
    parts: {
      entity: null,
      network: null,
      metric: 2,
      date: 1,
      cells: cells.map(({ at, entity }) => ({ at, entity, metric: null, format: plainNumbers })),
    },
  };
}

/** A chart is exported with ISO dates; spreadsheets write them in the format of their country when they save. */
const asRewritten = (date: Refusal): Refusal => ({
  ...date,
  reason: /rewritten|declare/.test(date.reason)
    ? `${date.reason.split(":")[0]}: a spreadsheet has rewritten it; import the chart as it was exported`
    : date.reason,
});

function measure(text: string): Parsed<Metric> {
  const name = text.trim();
  if (isSampleSeries(name))
    return refuse("sample data", `"${short(name)}" is sample data, which cannot be imported`);
  const metric = metrics.find((m) => m.name.toLowerCase() === name.toLowerCase()) ?? anyMetric(name);
  return metric === undefined
    ? refuse("unknown metric", `there is no metric "${short(name)}"`)
    : { ok: true, value: metric };
}
