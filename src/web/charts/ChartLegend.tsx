import { fitFormat } from "../format/fitFormat";
import { formatFigure, formatShare } from "../format/formatNumber";
import { Swatch } from "./color/Swatch";
import { type ChartPlan, endsEarly, isPrimary, knownPeriodName } from "./plan/planChart";

export interface ChartLegendProps {
  plan: ChartPlan;
  hidden: ReadonlySet<string>;
  onToggle: (key: string) => void;
  /** Shows this one alone, or all again. */
  onIsolate: (key: string) => void;
  /** The layer that is pointed at; undefined for none. */
  onPoint: (key: string | undefined) => void;
}

/** What each colour and dash stands for, largest first; each entry switches its layer on and off. */
export function ChartLegend({ plan, hidden, onToggle, onIsolate, onPoint }: ChartLegendProps) {
  const format = fitFormat(
    plan,
    plan.layers.filter(isPrimary).map(({ drawn }) => drawn.at(-1)),
  );
  const last = plan.dates.at(-1) ?? "";
  const { interval } = plan.view;
  return (
    <ul className="chart-legend" aria-label="Legend">
      {endsEarly(last, interval) && (
        <li className="chart-legend-when">{knownPeriodName(plan, plan.dates.length - 1)}:</li>
      )}
      {plan.layers.map(({ key, name, color, dash, drawn, second, isBenchmark }) => {
        const latest = drawn.at(-1);
        return (
          <li key={key}>
            <button
              type="button"
              aria-pressed={!hidden.has(key)}
              title={`${name}: click to show or hide, double-click to isolate`}
              onClick={(event) => (event.detail === 2 ? onIsolate(key) : onToggle(key))}
              onPointerEnter={() => onPoint(key)}
              onPointerLeave={() => onPoint(undefined)}
              onFocus={() => onPoint(key)}
              onBlur={() => onPoint(undefined)}
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
          </li>
        );
      })}
    </ul>
  );
}
