import { useRef } from "react";
import { fitFormat } from "../format/fitFormat";
import { formatFigure, formatShare } from "../format/formatNumber";
import { type ColorChoice, inkFor } from "./color/groupColor";
import { pageInk } from "./color/palette";
import type { EventMark } from "./plan/placeEvents";
import { type ChartPlan, endsEarly, isPrimary, knownPeriodName } from "./plan/planChart";
import { eventColor, eventKinds, eventNames, eventShapes } from "./series/chartEvents";
import { chartTypes } from "./series/chartTypes";

/** Legend of the event marks at the top of a plot. */
export function EventKey({ marks }: { marks: readonly EventMark[] }) {
  const present = new Set(marks.flatMap(({ events }) => events.map(({ kind }) => kind)));
  return (
    <ul className="chart-event-key" aria-label="Events">
      {eventKinds
        .filter((kind) => present.has(kind))
        .map((kind) => (
          <li key={kind}>
            <svg viewBox="-5 -5 10 10" width="10" height="10" aria-hidden="true">
              <path d={eventShapes[kind]} fill={eventColor(kind, pageInk)} />
            </svg>
            {eventNames[kind][1]}
          </li>
        ))}
    </ul>
  );
}

interface SwatchProps {
  color: ColorChoice;
  /** The dash pattern of a line; without it the swatch is a square. */
  dash?: readonly number[] | undefined;
}

/** A sample of a chart colour. */
function Swatch({ color, dash }: SwatchProps) {
  const ink = inkFor(color, pageInk);
  return dash ? (
    <svg className="chart-swatch-dash" width="18" height="8" aria-hidden="true">
      <line
        x1="0"
        x2="18"
        y1="4"
        y2="4"
        stroke={ink}
        strokeWidth="2.25"
        strokeDasharray={dash.join(" ") || undefined}
      />
    </svg>
  ) : (
    <span className="chart-swatch" style={{ background: ink }} aria-hidden="true" />
  );
}

export interface ChartLegendProps {
  plan: ChartPlan;
  hidden: ReadonlySet<string>;
  onToggle: (key: string) => void;
  /** Shows only this series, or all again. */
  onIsolate: (key: string) => void;
  onShowAll: () => void;
  /** Key of the hovered series; undefined for none. */
  onPoint: (key: string | undefined) => void;
}

/** Colours and dashes of the series, largest first. Each entry hides, shows or isolates its series. */
export function ChartLegend({ plan, hidden, onToggle, onIsolate, onShowAll, onPoint }: ChartLegendProps) {
  const list = useRef<HTMLUListElement>(null);
  const format = fitFormat(
    plan,
    plan.layers.filter(isPrimary).map(({ drawn }) => drawn.at(-1)),
  );
  const last = plan.dates.at(-1) ?? "";
  const { interval, mode } = plan.view;
  const { isLines } = chartTypes[mode].plan;
  const isAlone = (key: string) => !hidden.has(key) && hidden.size === plan.layers.length - 1;
  // The button of a series that is alone shows all again.
  const offersAll = hidden.size > 0 && !plan.layers.some(({ key }) => isAlone(key));
  return (
    <ul ref={list} className="chart-legend" aria-label="Legend">
      {endsEarly(last, interval) && (
        <li className="chart-legend-when">{knownPeriodName(plan, plan.dates.length - 1)}:</li>
      )}
      {plan.layers.map(({ key, name, color, dash, drawn, second, isBenchmark }) => {
        const latest = drawn.at(-1);
        const pointed = {
          onPointerEnter: () => onPoint(key),
          onPointerLeave: () => onPoint(undefined),
          onFocus: () => onPoint(key),
          onBlur: () => onPoint(undefined),
        };
        return (
          <li key={key}>
            <button
              type="button"
              aria-pressed={!hidden.has(key)}
              title={`${name}: show or hide`}
              onClick={(event) => (event.detail === 2 ? onIsolate(key) : onToggle(key))}
              {...pointed}
            >
              <Swatch color={color} dash={isLines || second || isBenchmark ? dash : undefined} />
              <span className="chart-legend-name">{name}</span>
              {latest !== null && latest !== undefined && (
                <span className="chart-legend-value">
                  {second
                    ? formatFigure(latest, second.unit, second.format)
                    : plan.view.percent
                      ? formatShare(latest)
                      : formatFigure(latest, plan.unit, format)}
                </span>
              )}
            </button>
            <button
              type="button"
              className="chart-legend-only"
              aria-label={isAlone(key) ? "Show all" : `Only ${name}`}
              onClick={() => onIsolate(key)}
              {...pointed}
            >
              {isAlone(key) ? "Show all" : "Only"}
            </button>
          </li>
        );
      })}
      {offersAll && (
        <li>
          <button
            type="button"
            className="chart-legend-all"
            onClick={() => {
              // The button is removed; the focus stays in the legend.
              list.current?.querySelector("button")?.focus();
              onShowAll();
            }}
          >
            Show all
          </button>
        </li>
      )}
    </ul>
  );
}
