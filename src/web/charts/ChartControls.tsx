import clsx from "clsx";
import { SlidersHorizontal, X } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from "react";
import type { Interval } from "#domain/query";
import { formatDate } from "../format/formatDate";
import { Button, buttonClass } from "../ui/controls/Button";
import { type LinkChoice, LinkPicker } from "../ui/controls/LinkPicker";
import { SegmentedControl } from "../ui/controls/SegmentedControl";
import { ChartStudyPanel } from "./ChartStudyPanel";
import type { ChartRange, ChartView, RangePreset } from "./series/chartSeries";
import { type ChartAverage, type ChartForm, chartAverages, chartForms } from "./series/chartSeries";
import { type ChartMode, chartTypes, timeModes } from "./series/chartTypes";
import { type SpanDays, spanOf } from "./series/daySpan";
import "./chart.css";
import type { MouseEvent } from "react";

/** Handles a link's click, unless it opens another tab or saves the target. */
export function followPlainClick(event: MouseEvent, act: () => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
}

/** Changes by a control; other parts of the view are kept. */
export interface ChartChange {
  metric?: string;
  group?: string;
  mode?: ChartMode;
  /** Null resets to the page's range. */
  range?: ChartRange | null;
  interval?: Interval;
  log?: boolean;
  percent?: boolean;
  form?: ChartForm;
  average?: ChartAverage | 0;
  second?: string | null;
  correlation?: boolean;
  events?: boolean;
  benchmark?: string | null;
}

/** Transformations and additional series. */
export interface ChartStudies {
  form: ChartForm;
  average: ChartAverage | 0;
  /** Choices for the secondary axis, and the selected metric; omitted if there are none. */
  second?: { choices: readonly ChartChoice[]; value: string | null };
  /** Benchmarks, and the selected one; omitted if none applies. */
  benchmark?: { choices: readonly ChartChoice[]; value: string | null };
  /** True if the correlation of the series is shown; omitted if it is not available. */
  correlation?: boolean;
}

export interface ChartChoice {
  value: string;
  label: string;
  /** Topic and description of the choice in long lists. */
  topic?: string;
  doc?: string;
}

export interface ChartControlsProps {
  /** Accessible name of the bar: the title of its chart. */
  title: string;
  view: ChartView;
  /** Available metrics; no picker without them. */
  metrics?: readonly ChartChoice[];
  metric?: string;
  /** Available groupings (asset, network, platform, issuer, none …); no picker without them. */
  groupings?: readonly ChartChoice[];
  group?: string;
  /** Default: those over time. */
  modes?: readonly ChartMode[];
  /** Default: 1m, 3m, 6m, 1y, 2y, all. */
  ranges?: readonly RangePreset[];
  /** Default: day, week, month, year. */
  intervals?: readonly Interval[];
  /** Available transformations and additional series; no pickers without them. */
  studies?: ChartStudies;
  /** True if events are marked; no switch without events. */
  events?: boolean | undefined;
  /** True if a logarithmic scale is available. Default: true. */
  canLog?: boolean;
  /** True if shares are available. Default: true. */
  canPercent?: boolean;
  /** URL of a changed view: every control is a link. */
  hrefFor: (change: ChartChange) => string;
  /** Navigates without a full page load. Without it, the links are plain. */
  onNavigate?: (href: string) => void;
  /** Further controls before the range and interval. */
  children?: ReactNode;
}

const formChoices: readonly ChartChoice[] = [
  { value: "value", label: "Value" },
  { value: "change", label: "Change" },
  { value: "indexed", label: "Indexed to 100" },
  { value: "drawdown", label: "Drawdown" },
];
const averageChoices: readonly ChartChoice[] = [
  { value: "0", label: "None" },
  ...chartAverages.map((days) => ({ value: String(days), label: `${days} days` })),
];
const intervalNames: Record<string, [short: string, long: string]> = {
  day: ["D", "By day"],
  week: ["W", "By week"],
  month: ["M", "By month"],
  year: ["Y", "By year"],
};
const rangeNames: Record<RangePreset, string> = {
  "1m": "1 month",
  "3m": "3 months",
  "6m": "6 months",
  ytd: "Year to date",
  "1y": "1 year",
  "2y": "2 years",
  "5y": "5 years",
  all: "All time",
};

/**
 * The bar above a chart: metric, grouping, mode, range, interval, and a panel of further options. On phones
 * only the range is visible, and a sheet contains the rest. The browser opens the sheet, so that it works
 * without scripts.
 */
export function ChartControls({
  title,
  view,
  metrics = [],
  metric,
  groupings = [],
  group,
  modes = timeModes,
  ranges = ["1m", "3m", "6m", "1y", "2y", "all"],
  intervals = ["day", "week", "month", "year"],
  studies,
  events,
  canLog = true,
  canPercent = true,
  hrefFor,
  onNavigate,
  children,
}: ChartControlsProps) {
  const sheetId = useId();
  const to = (change: ChartChange) => ({ href: hrefFor(change), onNavigate });
  const link = (change: ChartChange) => <ControlLink {...to(change)} />;
  const span = spanOf(view.range);
  const linked = (choices: readonly ChartChoice[], change: (value: string) => ChartChange): LinkChoice[] =>
    choices.map((choice) => ({ ...choice, link: link(change(choice.value)) }));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, these are links
    <div className="chart-controls" role="group" aria-label={`View of ${title}`}>
      <Button
        variant="outline"
        size="sm"
        square
        className="chart-sheet-switch"
        aria-label="Options"
        popoverTarget={sheetId}
      >
        <SlidersHorizontal className="size-3.5" aria-hidden="true" />
      </Button>
      <div id={sheetId} popover="auto" className="chart-sheet">
        <div className="chart-sheet-head">
          <span>Options</span>
          <Button variant="outline" size="sm" popoverTarget={sheetId} popoverTargetAction="hide">
            Done
          </Button>
        </div>
        {metrics.length > 0 && (
          <LinkPicker
            label="Metric"
            choices={linked(metrics, (value) => ({ metric: value }))}
            value={metric}
          />
        )}
        {groupings.length > 0 && (
          <LinkPicker label="By" choices={linked(groupings, (value) => ({ group: value }))} value={group} />
        )}
        {modes.length > 1 && (
          <LinkPicker
            label="Shape"
            hideLabel
            choices={modes.map((mode) => ({
              value: mode,
              label: chartTypes[mode].label,
              link: link({ mode }),
            }))}
            value={view.mode}
          />
        )}
        {children}
        {(canPercent || canLog || events !== undefined || studies !== undefined) && (
          <ChartStudyPanel
            isUsed={view.percent || view.scale === "log" || (studies !== undefined && isStudied(studies))}
          >
            {(canPercent || canLog || events !== undefined) && (
              <span className="chart-toggles">
                {canPercent && (
                  <ControlSwitch name="Share of total" on={view.percent} {...to({ percent: !view.percent })}>
                    %
                  </ControlSwitch>
                )}
                {canLog && (
                  <ControlSwitch
                    name="Logarithmic scale"
                    on={view.scale === "log"}
                    {...to({ log: view.scale !== "log" })}
                  >
                    Log
                  </ControlSwitch>
                )}
                {events !== undefined && (
                  <ControlSwitch name="Events in the chart" on={events} {...to({ events: !events })}>
                    Events
                  </ControlSwitch>
                )}
              </span>
            )}
            {studies !== undefined && (
              <>
                <LinkPicker
                  label="As"
                  choices={linked(formChoices, (form) => ({ form: chartForms.find((one) => one === form) }))}
                  value={studies.form}
                />
                <LinkPicker
                  label="Average"
                  choices={linked(averageChoices, (days) => ({
                    average: chartAverages.find((one) => one === Number(days)) ?? 0,
                  }))}
                  value={String(studies.average)}
                />
                {studies.second && (
                  <LinkPicker
                    label="Second metric"
                    choices={linked([{ value: "", label: "None" }, ...studies.second.choices], (second) => ({
                      second: second === "" ? null : second,
                    }))}
                    value={studies.second.value ?? ""}
                  />
                )}
                {studies.benchmark && (
                  <LinkPicker
                    label="Benchmark"
                    choices={linked(
                      [{ value: "", label: "None" }, ...studies.benchmark.choices],
                      (benchmark) => ({ benchmark: benchmark === "" ? null : benchmark }),
                    )}
                    value={studies.benchmark.value ?? ""}
                  />
                )}
                {studies.correlation !== undefined && (
                  <ControlSwitch
                    name="Correlation of the series"
                    on={studies.correlation}
                    {...to({ correlation: !studies.correlation })}
                  >
                    Correlation
                  </ControlSwitch>
                )}
              </>
            )}
          </ChartStudyPanel>
        )}
        {intervals.length > 1 && (
          <span className="chart-interval">
            <SegmentedControl
              label="Interval"
              size="sm"
              value={view.interval}
              segments={intervals.map((interval) => {
                const [short, long] = intervalNames[interval] ?? [interval, interval];
                return { value: interval, label: short, name: long, link: link({ interval }) };
              })}
            />
          </span>
        )}
      </div>
      <span className="chart-range">
        {span !== null && (
          <ControlLink
            {...to({ range: null })}
            className={clsx(buttonClass({ variant: "outline", size: "sm" }), "chart-toggle-on")}
            aria-label={`Leave ${spanWords(span)}`}
            title="Reset range"
          >
            {spanWords(span)}
            <X className="size-3.5" aria-hidden="true" />
          </ControlLink>
        )}
        {ranges.length > 1 && (
          <SegmentedControl
            label="Range"
            size="sm"
            value={view.range}
            segments={ranges.map((range) => ({
              value: range,
              label: range === "all" ? "All" : range.toUpperCase(),
              name: rangeNames[range],
              link: link({ range }),
            }))}
          />
        )}
      </span>
    </div>
  );
}

/** True if anything but the plain values is shown. */
const isStudied = ({ form, average, second, benchmark, correlation }: ChartStudies): boolean =>
  form !== "value" ||
  average !== 0 ||
  correlation === true ||
  [second, benchmark].some((picked) => picked !== undefined && picked.value !== null);

/** `1 Mar 2025 – 3 May 2025`. */
const spanWords = ({ from, to }: SpanDays): string => `${formatDate(from)} – ${formatDate(to)}`;

interface ControlTarget {
  href: string;
  onNavigate: ((href: string) => void) | undefined;
}

function ControlLink({ href, onNavigate, onClick, ...rest }: ControlTarget & ComponentProps<"a">) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (onNavigate) followPlainClick(event, () => onNavigate(href));
      }}
    />
  );
}

function ControlSwitch({
  name,
  on,
  children,
  ...target
}: ControlTarget & { name: string; on: boolean; children: string }) {
  return (
    <ControlLink
      {...target}
      role="switch"
      aria-checked={on}
      aria-label={name}
      title={name}
      className={clsx(buttonClass({ variant: "outline", size: "sm" }), on && "chart-toggle-on")}
      onKeyDown={(event: KeyboardEvent<HTMLAnchorElement>) => {
        // Switches react to the space bar, which links do not.
        if (event.key !== " ") return;
        event.preventDefault();
        event.currentTarget.click();
      }}
    >
      {children}
    </ControlLink>
  );
}
