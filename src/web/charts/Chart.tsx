import clsx from "clsx";
import { RotateCcw, Table2 } from "lucide-react";
import { type CSSProperties, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { useHydrated } from "../hydration/useHydrated";
import { Button, buttonClass } from "../ui/controls/Button";
import { followPlainClick } from "./ChartControls";
import { ChartLegend, EventKey } from "./ChartLegend";
import { ChartMenu } from "./ChartMenu";
import { ChartTable } from "./ChartTable";
import { paintOnServer } from "./draw/paintOnServer";
import { useInteractiveChart } from "./draw/useInteractiveChart";
import type { ChartRequest } from "./files/codeSamples";
import { describeChart } from "./plan/describeChart";
import { type BrandPlace, placeBrand } from "./plan/placeEvents";
import { frameChart, planChart, SHOWN_GROUPS, valueLabelRoom } from "./plan/planChart";
import type { ChartEvent } from "./series/chartEvents";
import type { ChartPoint, ChartSeries, ChartView, DaySpan } from "./series/chartSeries";
import { isPartsMode } from "./series/chartTypes";
import { spanOf } from "./series/daySpan";
import { chartLink, useChartMenu } from "./useChartMenu";
import { hiddenKeys, type LegendSelection, legendSelection, useLegendSelection } from "./useLegendSelection";
import "./chart.css";

export interface ChartProps {
  /** Unique in its page; also the anchor in its URL. */
  id: string;
  title: string;
  subtitle?: string;
  /** Series of the API's response. Must be a stable array: the chart redraws when its identity changes. */
  series: readonly ChartSeries[];
  view: ChartView;
  /** True if any figures are sample data, which is marked in the chart and its exports. */
  isSample: boolean;
  /** Default: "Cadastre". */
  brand?: string;
  /** Total for shares, if the series are a selection. Must be a stable array. */
  total?: readonly ChartPoint[] | undefined;
  /** Slug of the metric whose series have the secondary axis, on the left. */
  second?: string | undefined;
  /** Events that can be marked. Must be a stable array. */
  events?: readonly ChartEvent[] | undefined;
  /** Number of named groups; the others are combined. Default: 10. */
  maxGroups?: number;
  /** Number of coloured lines; the others are grey. Default: 5. */
  coloredLines?: number | undefined;
  /** A sentence about the series to show above the chart. */
  notice?: string | undefined;
  size?: "sm" | "md" | "lg";
  /** Full URL of the page, for links and embed code. Default: the URL in the browser. */
  pageUrl?: string;
  /** URL of a file with the values of every group, if the chart draws a subset. Default: none. */
  fileHref?: ((format: "csv" | "xlsx") => string) | undefined;
  /**
   * True if that file has the plain values while the chart draws another form, such as changes. Default:
   * false.
   */
  isFileOfValues?: boolean;
  /** True if the current user can download an Excel workbook. */
  canXlsx: boolean;
  /** API request of the figures for code samples. Default: none. */
  request?: ChartRequest | undefined;
  /** Renders how to cite the chart. Default: it cannot be cited. */
  citation?: ((onClose: () => void) => ReactNode) | undefined;
  /** True if the table is initially open. */
  showTable?: boolean;
  /** URL of the page with the table open or closed, for use without scripts. */
  tableHref?: string;
  /** In embedded charts: only the chart and its source. */
  embedded?: boolean;
  /** True if other sites can embed it. Default: true. */
  canEmbed?: boolean;
  /** Level of the title among the headings of the page. Default: 2. */
  headingLevel?: 2 | 3 | 4;
  /** Initially visible series and, with `onSelect`, at every change. Default: all. */
  selection?: LegendSelection;
  /** Called when a reader hides, shows or isolates series in the legend. */
  onSelect?: (selection: LegendSelection) => void;
  /**
   * Requests a selected date range, or null for the default range. Without it, a zoom only changes the
   * drawing.
   */
  onRange?: (range: DaySpan | null) => void;
  /** Rendered between title and plot: a `ChartControls` bar. */
  controls?: ReactNode;
}

const ChartCode = lazy(() => import("./ChartCode").then((file) => ({ default: file.ChartCode })));

const ALL: LegendSelection = {};

/** On the left without a style, unless an event mark would cross it. */
const brandStyle = ({ wide, narrow }: BrandPlace): CSSProperties | undefined =>
  wide === 0 && narrow === 0
    ? undefined
    : ({ "--brand-wide": `${wide}%`, "--brand-narrow": `${narrow}%` } as CSSProperties);

const timeHint = (hasEvents: boolean): string =>
  `Left and right arrows move by date, with Shift in larger steps; Home and End jump to the first and last date. Enter switches between rounded and exact values. Plus and minus zoom, 0 resets the zoom${hasEvents ? ", E and Shift with E jump between events" : ""}, Escape closes the readout.`;

/** A time series chart with legend, table, downloads and accessible descriptions. */
export function Chart({
  id,
  title,
  subtitle,
  series,
  total,
  second,
  events,
  view,
  isSample,
  brand = "Cadastre",
  maxGroups = SHOWN_GROUPS,
  coloredLines,
  notice,
  size = "md",
  pageUrl,
  fileHref,
  isFileOfValues = false,
  canXlsx,
  request,
  citation,
  showTable = false,
  tableHref,
  embedded = false,
  canEmbed = true,
  headingLevel = 2,
  selection = ALL,
  onSelect,
  onRange,
  controls,
}: ChartProps) {
  const { mode, scale, percent, range, interval } = view;
  const plan = useMemo(
    () =>
      planChart(
        series,
        { mode, scale, percent, range, interval },
        { maxGroups, coloredLines, total, second, events },
      ),
    [series, total, second, events, mode, scale, percent, range, interval, maxGroups, coloredLines],
  );
  const notices = notice === undefined ? plan.notices : [notice, ...plan.notices];
  const [selected, setSelected] = useLegendSelection(selection, onSelect);
  const hidden = useMemo(() => hiddenKeys(plan.layers, selected), [plan, selected]);
  const [lit, setLit] = useState<string>();
  const [zoomed, setZoomed] = useState(false);
  const [tableOpen, setTableOpen] = useState(showTable);
  const [reading, setReading] = useState("");
  const [codeOpen, setCodeOpen] = useState(false);
  const [citing, setCiting] = useState(false);
  const frameRef = useRef<HTMLElement>(null);
  const plotRef = useRef<HTMLDivElement>(null);
  // Drawn once, on the server. The browser keeps that markup and does not draw its own.
  const [painted] = useState(() => paintOnServer?.(plan, { id: `${id}-paint`, title, hidden }) ?? "");
  const [paintedPlan] = useState(plan);

  // Focusable once hydrated.
  const operable = useHydrated();
  const empty = plan.layers.length === 0 || plan.dates.length === 0;
  const state = useMemo(() => ({ plan, hidden, lit }), [plan, hidden, lit]);
  const { live, chart } = useInteractiveChart({
    host: plotRef,
    state,
    present: !empty,
    painted: plan === paintedPlan,
    onRead: setReading,
    onZoom: setZoomed,
    onRange,
  });

  const hide = (next: ReadonlySet<string>) => setSelected(legendSelection(plan.layers, next));
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    hide(next);
  };
  const isolate = (key: string) => {
    const rest = plan.layers.map((layer) => layer.key).filter((other) => other !== key);
    hide(new Set(rest.every((other) => hidden.has(other)) && !hidden.has(key) ? [] : rest));
  };

  const { message, run, has } = useChartMenu({
    id,
    title,
    subtitle,
    series,
    plan,
    hidden,
    maxGroups,
    isSample,
    brand,
    frame: frameRef,
    pageUrl,
    fileHref,
    canXlsx,
    canEmbed,
    onCite: citation && (() => setCiting(true)),
    onCode: request && (() => setCodeOpen(true)),
  });

  const Heading = `h${headingLevel}` as const;
  const tableId = `${id}-table`;
  const hintId = `${id}-hint`;
  const isParts = isPartsMode(plan.view.mode);
  const axes = frameChart(plan, { room: 1 });
  const right = isParts ? 0 : valueLabelRoom(axes.y);
  const left = axes.second === undefined || isParts ? 0 : valueLabelRoom(axes.second);
  const brandAt = placeBrand(plan.marks, axes.x);
  const tableLabel = tableOpen ? "Hide table" : "Show table";

  return (
    <figure
      ref={frameRef}
      id={id}
      className={clsx("chart", `chart-${size}`, embedded && "chart-embedded")}
      aria-labelledby={`${id}-heading`}
    >
      <figcaption className="chart-head">
        <div className="chart-titles">
          <Heading id={`${id}-heading`} className="chart-title">
            {title}
            {isSample && <span className="chart-sample">Sample data</span>}
          </Heading>
          {subtitle && <p className="chart-subtitle">{subtitle}</p>}
        </div>
        <div className="chart-actions">
          <p className="chart-message" role="status">
            {message}
          </p>
          {(zoomed || (embedded && onRange !== undefined && spanOf(range) !== null)) && (
            <Button variant="secondary" size="sm" onClick={() => chart.current?.resetZoom()}>
              <RotateCcw className="size-3.5" aria-hidden="true" />
              Reset zoom
            </Button>
          )}
          {!empty &&
            (tableHref === undefined ? (
              <Button
                variant="secondary"
                size="sm"
                aria-expanded={tableOpen}
                aria-controls={tableOpen ? tableId : undefined}
                aria-label={`${tableLabel}: ${title}`}
                onClick={() => setTableOpen(!tableOpen)}
                className="js-only"
              >
                <Table2 className="size-3.5" aria-hidden="true" />
                <span className="chart-action-label">{tableLabel}</span>
              </Button>
            ) : (
              <a
                href={tableHref}
                className={buttonClass({ variant: "secondary", size: "sm" })}
                aria-expanded={tableOpen}
                aria-controls={tableOpen ? tableId : undefined}
                aria-label={`${tableLabel}: ${title}`}
                onClick={(event) => followPlainClick(event, () => setTableOpen(!tableOpen))}
              >
                <Table2 className="size-3.5" aria-hidden="true" />
                <span className="chart-action-label">{tableLabel}</span>
              </a>
            ))}
          {!empty && (
            <ChartMenu
              title={title}
              every={isFileOfValues ? "every series, values" : "every series"}
              has={has}
              onAction={run}
            />
          )}
        </div>
      </figcaption>

      {controls}

      {notices.length > 0 && (
        <ul className="chart-notices" aria-label="About this view">
          {notices.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}

      {empty ? (
        <p className="chart-empty">No data for this view.</p>
      ) : (
        <>
          <div
            className="chart-frame"
            data-live={live || undefined}
            data-form={plan.view.mode}
            style={{ "--chart-right": `${right}px`, "--chart-left": `${left}px` } as Record<string, string>}
          >
            {plan === paintedPlan && (
              <div
                className="chart-static"
                suppressHydrationWarning
                // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, names escaped
                dangerouslySetInnerHTML={{ __html: painted }}
              />
            )}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: it has the role of an application once it
               can be operated */}
            <div
              ref={plotRef}
              className="chart-live"
              role={operable ? "application" : "presentation"}
              tabIndex={operable ? 0 : undefined}
              {...(operable && {
                "aria-roledescription": "chart",
                "aria-label": `${title}. ${describeChart(plan)}`,
                "aria-describedby": hintId,
              })}
              onKeyDown={(event) => {
                if (event.metaKey || event.ctrlKey || event.altKey) return;
                if (chart.current?.press(event.key, event.shiftKey)) event.preventDefault();
              }}
              onBlur={() => chart.current?.leave()}
            />
            <div className={clsx("chart-watermark", isSample && "chart-watermark-sample")} aria-hidden="true">
              {isSample && <span className="chart-watermark-mark">Sample data</span>}
              <span className="chart-watermark-brand" style={brandStyle(brandAt)}>
                {brand}
              </span>
            </div>
          </div>
          <p id={hintId} hidden>
            {isParts
              ? "Left and right arrows move by part, the largest first; Home and End jump to the largest and the smallest. Enter switches between rounded and exact values. Escape closes the readout."
              : timeHint(plan.marks.length > 0)}
          </p>
          <p className="sr-only" aria-live="polite">
            {reading}
          </p>
          {plan.marks.length > 0 && <EventKey marks={plan.marks} />}
          {plan.layers.length > 1 && (
            <ChartLegend
              plan={plan}
              hidden={hidden}
              onToggle={toggle}
              onIsolate={isolate}
              onShowAll={() => hide(new Set())}
              onPoint={setLit}
            />
          )}
        </>
      )}

      {codeOpen && request !== undefined && (
        <Suspense fallback={null}>
          <ChartCode title={title} request={request} onClose={() => setCodeOpen(false)} />
        </Suspense>
      )}
      {citing && <Suspense fallback={null}>{citation?.(() => setCiting(false))}</Suspense>}
      {tableOpen && !empty && <ChartTable plan={plan} id={tableId} title={title} />}
      {embedded && (
        <p className="chart-source">
          {isSample && "Sample data. "}
          Source:{" "}
          {pageUrl === undefined ? (
            brand
          ) : (
            <a href={chartLink(pageUrl, id)} target="_blank" rel="noreferrer">
              {brand}
            </a>
          )}
        </p>
      )}
    </figure>
  );
}
