import { useState } from "react";
import type { FigureFormat } from "#domain";
import { fitFullFormat } from "../format/fitFormat";
import { formatExact, formatFull, formatShare } from "../format/formatNumber";
import { Unknown } from "../format/Unknown";
import { Button } from "../ui/Button";
import { totalAt } from "./describeChart";
import { type ChartPlan, periodName } from "./planChart";

/** Rows that are shown at once; a page with thousands of cells would be slow to open. */
const FIRST_ROWS = 250;

export interface ChartTableProps {
  plan: ChartPlan;
  id: string;
  title: string;
}

/** The figures behind a chart, newest first. */
export function ChartTable({ plan, id, title }: ChartTableProps) {
  const [all, setAll] = useState(false);
  const { dates, layers, view, unit, additive } = plan;
  const withTotal = additive && layers.length > 1 && !view.percent;
  const rows = dates
    .map((date, index) => ({ date, index }))
    .filter(({ index }) => layers.some(({ drawn }) => drawn[index] !== null))
    .reverse();
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  const totals = withTotal ? dates.map((_, index) => totalAt(plan, index)) : [];
  const formats = {
    total: fitFullFormat(plan, totals),
    layers: new Map(layers.map(({ key, values }) => [key, fitFullFormat(plan, values)])),
  };
  const cell = (key: string, value: number | null | undefined, format: FigureFormat | null | undefined) => {
    if (value === null || value === undefined)
      return (
        <td key={key}>
          <Unknown />
        </td>
      );
    const shown = formatFull(value, unit, format ?? null);
    const exact = formatExact(value, unit);
    return (
      <td key={key} title={exact === shown ? undefined : exact}>
        {shown}
      </td>
    );
  };
  return (
    <div id={id} className="chart-table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="chart-table-scroll" tabIndex={0} aria-label={`Table: ${title}`}>
        <table>
          <caption className="sr-only">
            {title}: {plan.measureName}
            {view.percent ? ", shares of the total" : ""}
          </caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              {withTotal && <th scope="col">Total</th>}
              {layers.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ date, index }) => {
              const total = totals[index] ?? null;
              return (
                <tr key={date}>
                  <th scope="row">{periodName(date, view.interval)}</th>
                  {withTotal && cell("total", total, formats.total)}
                  {layers.map(({ key, drawn }) => {
                    const value = drawn[index];
                    return value !== null && value !== undefined && view.percent ? (
                      <td key={key}>{formatShare(value)}</td>
                    ) : (
                      cell(key, value, formats.layers.get(key))
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {shown.length < rows.length && (
        <Button size="sm" variant="secondary" onClick={() => setAll(true)}>
          Show all {rows.length.toLocaleString("en-US")} dates
        </Button>
      )}
    </div>
  );
}
