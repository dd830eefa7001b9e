import clsx from "clsx";
import { lazy, useRef } from "react";
import { metricByName } from "#domain/metrics";
import { entityScreen } from "#domain/screens";
import { inkFor } from "../../charts/color/groupColor";
import { pageInk } from "../../charts/color/palette";
import type { Axis } from "../../charts/plan/axisTicks";
import { formatFigure } from "../../format/formatNumber";
import { WhileDated } from "../dated/WhileDated";
import { pageLink } from "../shell/followPageLinks";
import { ScatterMenu } from "./ScatterMenu";
import {
  assetColor,
  axisName,
  dotWidth,
  type ScatterMetrics,
  type ScatterPoint,
  scatterAxes,
  unitOf,
} from "./scatterPoints";

const ScatterChanges = lazy(() => import("./ScatterChanges"));

/** Anchor of the chart. */
const CHART_ID = "scatter";

/** Position of a value on an axis, in percent of its length. */
export function placeOn({ min, max, isLog = false }: Axis & { isLog?: boolean }, value: number): number {
  const at = isLog ? Math.log10 : (one: number) => one;
  return ((at(value) - at(min)) / (at(max) - at(min))) * 100;
}

/** The position as a CSS length: a hundredth of a percent is less than a pixel. */
const placeStyle = (...[axis, value]: Parameters<typeof placeOn>): string =>
  `${Math.round(placeOn(axis, value) * 100) / 100}%`;

/** Grid lines and labels of the value axis of a server-rendered plot. */
const ValueLines = ({ axis }: { axis: Axis }) =>
  axis.ticks.map(({ value, label }) => (
    <span
      key={value}
      className="absolute inset-x-0 border-line border-t"
      style={{ bottom: placeStyle(axis, value) }}
    >
      <span className="absolute right-full -translate-y-1/2 whitespace-nowrap pr-2 text-faint text-xs tabular-nums">
        {label}
      </span>
    </span>
  ));

export interface YieldScatterProps {
  /** Accessible description of the chart. */
  title: string;
  /** At least one. */
  points: readonly ScatterPoint[];
  metrics: ScatterMetrics;
}

const labelOf = (metric: string): string => metricByName(metric)?.label ?? metric;

/** Inline style: before the style sheet loads, a class would show all figures and keep them visible. */
const hidden = { visibility: "hidden" } as const;

/** Stays visible until another dot is hovered or focused. */
const stayVisible =
  "transition-[visibility] delay-[9999s] duration-0 group-has-[a:focus-visible]/dots:transition-none group-has-[a:hover]/dots:transition-none";

/**
 * Scatter chart of assets by two metrics, with a third as the area of the dots. Each dot links to its asset
 * and shows its figures above the plot, where they cover nothing. Rendered by the server; needs no scripts.
 */
export function YieldScatter({ title, points, metrics }: YieldScatterProps) {
  const figure = useRef<HTMLElement>(null);
  const axes = scatterAxes(points, metrics);
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
    <figure ref={figure} id={CHART_ID} aria-label={title} className="scroll-mt-topbar p-4">
      <div className="flex min-h-control-sm items-center justify-between gap-2">
        <p className="text-muted text-sm">{axisName(metrics.y)}</p>
        <ScatterMenu id={CHART_ID} title={title} points={points} metrics={metrics} figure={figure} />
      </div>
      {/* Space above the plot for the figures of one dot. */}
      <div className="relative mt-14 mb-14 ml-12 h-72 border-line-strong border-b border-l sm:mt-10 sm:h-80">
        <div aria-hidden="true">
          <ValueLines axis={axes.y} />
          {axes.x.ticks.map(({ value, label }) => (
            <span
              key={value}
              className="absolute top-full h-1.5 border-line-strong border-l"
              style={{ left: placeStyle(axes.x, value) }}
            >
              <span
                className={clsx(
                  "absolute top-2 whitespace-nowrap text-faint text-xs tabular-nums",
                  // At the end of the axis there is space on one side only.
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
        {/* The figures of a dot stay until another is hovered or focused, so that a pointer can reach and copy
           them. */}
        <ul className="group/dots">
          {points.map((point) => {
            const { row } = point;
            const name = String(row.name);
            const width = dotWidth(point.size, largest);
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
                    left: placeStyle(axes.x, point.x),
                    bottom: placeStyle(axes.y, point.y),
                    width,
                    height: width,
                    backgroundColor: inkFor(assetColor(row), pageInk),
                  }}
                >
                  <span className="sr-only">{`${name}: ${wordsOf(point)}`}</span>
                </a>
                <span
                  aria-hidden="true"
                  className={clsx(
                    "absolute right-0 bottom-full left-[-3rem] z-20 mb-2 bg-surface text-sm",
                    "peer-hover:visible! peer-hover:z-30 peer-hover:delay-0 peer-focus-visible:visible! peer-focus-visible:delay-0",
                    stayVisible,
                  )}
                  style={hidden}
                >
                  <span className="font-medium">{name}</span>{" "}
                  <span className="text-muted">{wordsOf(point)}</span>
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      <WhileDated>
        <ScatterChanges title={title} points={points} metrics={metrics} />
      </WhileDated>
    </figure>
  );
}
