import clsx from "clsx";
import { ChevronsUpDown } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from "react";
import type { Interval } from "#domain";
import { buttonClass } from "../ui/Button";
import { SegmentedControl } from "../ui/SegmentedControl";
import { followPlainClick } from "./followPlainClick";
import type { ChartMode, ChartRange, ChartView } from "./series/chartSeries";
import "./chart.css";

/** What a control changes; everything else stays as it is. */
export interface ChartChange {
  metric?: string;
  group?: string;
  mode?: ChartMode;
  range?: ChartRange;
  interval?: Interval;
  log?: boolean;
  percent?: boolean;
}

export interface ChartChoice {
  value: string;
  label: string;
}

export interface ChartControlsProps {
  /** Names the bar for screen readers: the title of its chart. */
  title: string;
  view: ChartView;
  /** Metrics to choose from; no picker without them. */
  metrics?: readonly ChartChoice[];
  metric?: string;
  /** Groupings to choose from (asset, network, platform, issuer, none …); no picker without them. */
  groupings?: readonly ChartChoice[];
  group?: string;
  /** Default: all three. */
  modes?: readonly ChartMode[];
  /** Default: 1m, 3m, 6m, 1y, 2y, all. */
  ranges?: readonly ChartRange[];
  /** Default: day, week, month, year. */
  intervals?: readonly Interval[];
  /** Whether the logarithmic scale is on offer. Default: true. */
  canLog?: boolean;
  /** Whether shares are on offer. Default: true. */
  canPercent?: boolean;
  /** The address of a changed view: every control is a link. */
  hrefFor: (change: ChartChange) => string;
  /** Follows such an address without loading the page anew; without it the links are ordinary ones. */
  onNavigate?: (href: string) => void;
  /** Further controls, before those of time. */
  children?: ReactNode;
}

const modeNames: Record<ChartMode, string> = { stacked: "Stacked", lines: "Lines", bars: "Bars" };
const intervalNames: Record<string, [short: string, long: string]> = {
  day: ["D", "By day"],
  week: ["W", "By week"],
  month: ["M", "By month"],
  year: ["Y", "By year"],
};
const rangeNames: Record<ChartRange, string> = {
  "1m": "1 month",
  "3m": "3 months",
  "6m": "6 months",
  ytd: "Year to date",
  "1y": "1 year",
  "2y": "2 years",
  "5y": "5 years",
  all: "All time",
};

/** The bar above a chart: metric, grouping, shape, range, interval, scale. Works without scripts. */
export function ChartControls({
  title,
  view,
  metrics = [],
  metric,
  groupings = [],
  group,
  modes = ["stacked", "lines", "bars"],
  ranges = ["1m", "3m", "6m", "1y", "2y", "all"],
  intervals = ["day", "week", "month", "year"],
  canLog = true,
  canPercent = true,
  hrefFor,
  onNavigate,
  children,
}: ChartControlsProps) {
  const to = (change: ChartChange) => ({ href: hrefFor(change), onNavigate });
  const link = (change: ChartChange) => <ControlLink {...to(change)} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, these are links
    <div className="chart-controls" role="group" aria-label={`View of ${title}`}>
      {metrics.length > 0 && (
        <LinkPicker label="Metric" choices={metrics} value={metric} to={(value) => to({ metric: value })} />
      )}
      {groupings.length > 0 && (
        <LinkPicker label="By" choices={groupings} value={group} to={(value) => to({ group: value })} />
      )}
      {modes.length > 1 && (
        <SegmentedControl
          label="Shape"
          size="sm"
          value={view.mode}
          segments={modes.map((mode) => ({ value: mode, label: modeNames[mode], link: link({ mode }) }))}
        />
      )}
      {(canPercent || canLog) && (
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
        </span>
      )}
      {children}
      <span className="chart-controls-time">
        {intervals.length > 1 && (
          <SegmentedControl
            label="Interval"
            size="sm"
            value={view.interval}
            segments={intervals.map((interval) => {
              const [short, long] = intervalNames[interval] ?? [interval, interval];
              return { value: interval, label: short, name: long, link: link({ interval }) };
            })}
          />
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
        // A switch answers to the space bar, which a link does not.
        if (event.key !== " ") return;
        event.preventDefault();
        event.currentTarget.click();
      }}
    >
      {children}
    </ControlLink>
  );
}

interface LinkPickerProps {
  label: string;
  choices: readonly ChartChoice[];
  value: string | undefined;
  to: (value: string) => ControlTarget;
}

/** One choice of many as a list of links that opens without scripts. */
function LinkPicker({ label, choices, value, to }: LinkPickerProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute("open");
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <details
      ref={details}
      className="chart-picker"
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !details.current?.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key }) => {
        if (key !== "Escape" || !details.current?.open) return;
        close();
        details.current.querySelector("summary")?.focus();
      }}
    >
      <summary className={buttonClass({ variant: "outline", size: "sm" })}>
        <span className="text-muted">{label}</span>
        <span>{chosen?.label ?? "Choose"}</span>
        <ChevronsUpDown className="size-3 text-muted" aria-hidden="true" />
      </summary>
      <ul>
        {choices.map((choice) => (
          <li key={choice.value}>
            <ControlLink
              {...to(choice.value)}
              aria-current={choice.value === value ? "true" : undefined}
              onClick={close}
            >
              {choice.label}
            </ControlLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
