import { useState } from "react";
import { Unknown } from "../format/Unknown";
import { Button } from "../ui/controls/Button";
import { tableClass } from "../ui/styles/popupClass";
import { type ChartSeries, seriesKey } from "./series/chartSeries";
import { type Correlation, correlate, correlateChanges } from "./series/correlate";

/** Pairs shown at first, of the largest series: eleven series have 55. */
const FIRST_PAIRS = 10;

export interface CorrelationsProps {
  title: string;
  /** Series before any transformation. */
  series: readonly ChartSeries[];
  /** Name of one interval: "week". */
  interval: string;
  nameOf: (series: ChartSeries) => string;
}

/** Correlation of each two series: of their changes and of their levels. */
export function Correlations({ title, series, interval, nameOf }: CorrelationsProps) {
  const [all, setAll] = useState(false);
  const pairs = series.flatMap((a, index) => series.slice(index + 1).map((b) => ({ a, b })));
  const shown = all ? pairs : pairs.slice(0, FIRST_PAIRS);
  return (
    <section aria-label={`Correlation: ${title}`} className="mt-4 border-t pt-3">
      <h3 className="font-semibold text-md">Correlation</h3>
      <p className="mb-2 max-w-prose text-muted text-sm">
        From −1 to 1, over the dates in view that both series share. Changes are from {interval} to {interval}
        : two series that merely both grow are correlated in levels, not in changes.
      </p>
      <div className="table-fit">
        <table className={tableClass({ columns: 4 })}>
          <caption className="sr-only">Correlation: {title}</caption>
          <thead>
            <tr>
              <th scope="col">Series</th>
              <th scope="col" className="figure">
                Changes
              </th>
              <th scope="col" className="figure">
                Levels
              </th>
              <th scope="col" className="figure">
                Dates
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ a, b }) => {
              const changes = correlateChanges(a, b);
              const levels = correlate(a.points, b.points);
              return (
                <tr key={`${seriesKey(a)} ${seriesKey(b)}`}>
                  <th scope="row">
                    {nameOf(a)} and {nameOf(b)}
                  </th>
                  <td data-label="Changes" className="figure main">
                    <Coefficient of={changes} />
                  </td>
                  <td data-label="Levels" className="figure">
                    <Coefficient of={levels} />
                  </td>
                  <td data-label="Dates" className="figure">
                    {levels?.pairs ?? 0}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {shown.length < pairs.length && (
        <p className="mt-2">
          <Button size="sm" variant="secondary" onClick={() => setAll(true)}>
            Show all {pairs.length} pairs
          </Button>
        </p>
      )}
    </section>
  );
}

const Coefficient = ({ of }: { of: Correlation | null }) =>
  of === null || of.coefficient === null ? <Unknown /> : of.coefficient.toFixed(2).replace("-", "\u2212");
