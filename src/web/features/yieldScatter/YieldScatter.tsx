import clsx from "clsx";
import { entityScreen, metricByName } from "#domain";
import { groupColor, inkFor } from "../../charts/color/groupColor";
import { pageInk } from "../../charts/color/palette";
import { formatFigure } from "../../format/formatNumber";
import { textOf } from "../../format/textOf";
import { pageLink } from "../shell/followPageLinks";
import { dotWidth, placeOn, type ScatterMetrics, type ScatterPoint, scatterAxes } from "./scatterPoints";

export interface YieldScatterProps {
  /** What the picture is of, for those who do not see it. */
  title: string;
  /** At least one. */
  points: readonly ScatterPoint[];
  metrics: ScatterMetrics;
}

const unitOf = (metric: string): string => metricByName(metric)?.unit ?? "count";
const labelOf = (metric: string): string => metricByName(metric)?.label ?? metric;

/** Units as an axis names them. */
const unitNames: Readonly<Record<string, string>> = { days: "days", percent: "%", dollar: "US$" };
const axisName = (metric: string): string =>
  `${labelOf(metric)} (${unitNames[unitOf(metric)] ?? unitOf(metric)})`;

/**
 * Assets by two figures, their dots as large as a third. Each dot leads to its asset and says its figures above the
 * plot, where they hide no other. It is written by the server and needs no scripts.
 */
export function YieldScatter({ title, points, metrics }: YieldScatterProps) {
  const axes = scatterAxes(points, { x: unitOf(metrics.x), y: unitOf(metrics.y) });
  const largest = Math.max(...points.map(({ size }) => size));
  const wordsOf = ({ x, y, size }: ScatterPoint): string =>
    (
      [
        [metrics.y, y],
        [metrics.x, x],
        [metrics.size, size],
      ] as const
    )
      .map(([metric, value]) => `${labelOf(metric)} ${formatFigure(value, unitOf(metric))}`)
      .join(", ");
  return (
    <figure aria-label={title} className="p-4">
      <p className="flex min-h-10 items-end text-muted text-sm sm:min-h-6">{axisName(metrics.y)}</p>
      <div className="relative mt-3 mb-14 ml-12 h-72 border-line-strong border-b border-l sm:h-80">
        <div aria-hidden="true">
          {axes.y.ticks.map(({ value, label }) => (
            <span
              key={value}
              className="absolute inset-x-0 border-line border-t"
              style={{ bottom: `${placeOn(axes.y, value)}%` }}
            >
              <span className="absolute right-full -translate-y-1/2 whitespace-nowrap pr-2 text-faint text-xs tabular-nums">
                {label}
              </span>
            </span>
          ))}
          {axes.x.ticks.map(({ value, label }) => (
            <span
              key={value}
              className="absolute top-full h-1.5 border-line-strong border-l"
              style={{ left: `${placeOn(axes.x, value)}%` }}
            >
              <span
                className={clsx(
                  "absolute top-2 whitespace-nowrap text-faint text-xs tabular-nums",
                  // At the very end there is room on one side only.
                  placeOn(axes.x, value) > 95 ? "-translate-x-full" : "-translate-x-1/2",
                )}
              >
                {label}
              </span>
            </span>
          ))}
          <span className="absolute top-full right-0 mt-7 text-muted text-sm">
            {axisName(metrics.x)}
            {axes.x.isLog && ", logarithmic"}
          </span>
        </div>
        <ul>
          {points.map((point) => {
            const { row } = point;
            const name = String(row.name);
            const width = dotWidth(point.size, largest);
            const group = {
              type: "asset",
              id: row.id,
              slug: textOf(row.slug),
              name,
              color: null,
            };
            return (
              <li key={row.id}>
                <a
                  href={entityScreen("asset", String(row.slug)) ?? undefined}
                  className={clsx(
                    pageLink,
                    "peer absolute block translate-x-[-50%] translate-y-[50%] rounded-full border border-surface opacity-80",
                    "hover:z-10 hover:border-ink hover:opacity-100 focus-visible:z-10 focus-visible:opacity-100",
                  )}
                  style={{
                    left: `${placeOn(axes.x, point.x)}%`,
                    bottom: `${placeOn(axes.y, point.y)}%`,
                    width,
                    height: width,
                    backgroundColor: inkFor(groupColor(group), pageInk),
                  }}
                >
                  <span className="sr-only">{`${name}: ${wordsOf(point)}`}</span>
                </a>
                <span
                  aria-hidden="true"
                  className="pointer-events-none invisible absolute right-0 bottom-full left-[-3rem] z-20 mb-3 min-h-10 bg-surface text-sm peer-hover:visible peer-focus-visible:visible sm:min-h-6"
                >
                  <span className="font-medium">{name}</span>{" "}
                  <span className="text-muted">{wordsOf(point)}</span>
                </span>
              </li>
            );
          })}
        </ul>
      </div>
    </figure>
  );
}
