import { useState } from "react";
import type { FigureFormat } from "#domain/metrics";
import { fitFullFormat } from "../format/fitFormat";
import { formatExact, formatFull, formatShare } from "../format/formatNumber";
import { Unknown } from "../format/Unknown";
import { Button } from "../ui/controls/Button";
import { tableClass } from "../ui/styles/popupClass";
import { totalAt } from "./plan/describeChart";
import { type ChartPlan, isPrimary, knownPeriodName } from "./plan/planChart";
import { type ChartEvent, eventNames } from "./series/chartEvents";

/** Cells shown at first: a page with thousands of cells is slow to open, and its markup has a budget. */
const FIRST_CELLS = 320;
const FIRST_ROWS = 100;
/** Width of a figure with all its digits, in rem. */
const EXACT_FIGURE = 8;

export interface ChartTableProps {
  plan: ChartPlan;
  id: string;
  title: string;
}

/** The figures of a chart, newest first. */
export function ChartTable({ plan, id, title }: ChartTableProps) {
  const [all, setAll] = useState(false);
  const { dates, layers, view, additive, marks } = plan;
  const events = new Map(marks.map((mark) => [mark.date, mark.events]));
  const withTotal = additive && layers.filter(isPrimary).length > 1 && !view.percent;
  const rows = dates
    .map((date, index) => ({ date, index }))
    .filter(
      ({ date, index }) =>
        layers.some(({ drawn, values }) => (view.percent ? drawn : values)[index] !== null) ||
        events.has(date),
    )
    .reverse();
  const figures = layers.length + (withTotal ? 1 : 0);
  const shown = all ? rows : rows.slice(0, Math.min(FIRST_ROWS, Math.ceil(FIRST_CELLS / figures)));
  const totals = withTotal ? dates.map((_, index) => totalAt(plan, index)) : [];
  const formats = {
    total: fitFullFormat(plan, totals),
    layers: new Map(layers.map(({ key, values, second }) => [key, fitFullFormat(second ?? plan, values)])),
  };
  const cell = (
    value: number | null | undefined,
    format: FigureFormat | null | undefined,
    unit = plan.unit,
  ) => {
    if (value === null || value === undefined) return <Unknown />;
    const shown = formatFull(value, unit, format ?? null);
    const exact = formatExact(value, unit);
    return <span title={exact === shown ? undefined : exact}>{shown}</span>;
  };
  return (
    <div id={id} className="chart-table">
      <section className="chart-table-frame table-fit" aria-label={`Table: ${title}`}>
        <table
          className={tableClass({
            columns: layers.length + (withTotal ? 2 : 1) + (marks.length > 0 ? 2 : 0),
            perColumn: EXACT_FIGURE,
          })}
        >
          <caption className="sr-only">
            {title}: {plan.measureName}
            {view.percent ? ", share of total" : ""}
          </caption>
          <thead className="sticks">
            <tr>
              <th scope="col">Date</th>
              {withTotal && (
                <th scope="col" className="figure">
                  Total
                </th>
              )}
              {layers.map(({ key, name }) => (
                <th key={key} scope="col" className="figure">
                  {name}
                </th>
              ))}
              {marks.length > 0 && <th scope="col">Events</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ date, index }) => {
              const total = totals[index] ?? null;
              return (
                <tr key={date}>
                  <th scope="row">{knownPeriodName(plan, index)}</th>
                  {withTotal && <td className="figure main">{cell(total, formats.total)}</td>}
                  {layers.map(({ key, name, drawn, values, second }, layer) => {
                    // A logarithmic scale omits zeros, but they are known.
                    const value = (view.percent && !second ? drawn : values)[index];
                    return (
                      <td
                        key={key}
                        data-label={name}
                        className={layer === 0 && !withTotal ? "figure main" : "figure"}
                      >
                        {value !== null && value !== undefined && view.percent && !second
                          ? formatShare(value)
                          : cell(value, formats.layers.get(key), second?.unit)}
                      </td>
                    );
                  })}
                  {marks.length > 0 && (
                    <td data-label={events.has(date) ? "Events" : undefined} className="chart-table-events">
                      <EventList events={events.get(date) ?? []} />
                    </td>
                  )}
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

const EventList = ({ events }: { events: readonly ChartEvent[] }) =>
  events.length > 0 && (
    <ul>
      {events.map(({ key, kind, subject, href, when, words }) => (
        <li key={key}>
          {eventNames[kind][0]}, <a href={href}>{subject}</a>, {when}
          {words !== "" && `: ${words}`}
        </li>
      ))}
    </ul>
  );
