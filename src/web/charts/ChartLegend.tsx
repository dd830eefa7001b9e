import { useRef } from "react";
import { fitFormat } from "../format/fitFormat";
import { formatFigure, formatShare } from "../format/formatNumber";
import { Swatch } from "./color/Swatch";
import { type ChartPlan, endsEarly, isPrimary, knownPeriodName } from "./plan/planChart";

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
  const { interval } = plan.view;
  return (
    <ul ref={list} className="chart-legend" aria-label="Legend">
      {endsEarly(last, interval) && (
        <li className="chart-legend-when">{knownPeriodName(plan, plan.dates.length - 1)}:</li>
      )}
      {plan.layers.map(({ key, name, color, dash, drawn, second, isBenchmark }) => {
        const latest = drawn.at(-1);
        const isAlone = !hidden.has(key) && hidden.size === plan.layers.length - 1;
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
              <Swatch
                color={color}
                dash={plan.view.mode === "lines" || second || isBenchmark ? dash : undefined}
              />
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
              aria-label={isAlone ? "Show all" : `Only ${name}`}
              onClick={() => onIsolate(key)}
              {...pointed}
            >
              {isAlone ? "Show all" : "Only"}
            </button>
          </li>
        );
      })}
      {hidden.size > 0 && (
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
