import clsx from "clsx";
import { RotateCcw, Table2 } from "lucide-react";
import { type CSSProperties, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { useHydrated } from "../hydration/useHydrated";
import { Button, buttonClass } from "../ui/controls/Button";
import { ChartLegend } from "./ChartLegend";
import { ChartMenu } from "./ChartMenu";
import { ChartTable } from "./ChartTable";
import { paintOnServer } from "./draw/paintOnServer";
import { useInteractiveChart } from "./draw/useInteractiveChart";
import { EventKey } from "./EventKey";
import type { ChartRequest } from "./files/codeSamples";
import { chartLink } from "./files/embedCode";
import { followPlainClick } from "./followPlainClick";
import { describeChart } from "./plan/describeChart";
import { hiddenKeys, type LegendSelection, legendSelection } from "./plan/legendSelection";
import { type BrandPlace, placeBrand } from "./plan/placeBrand";
import { frameChart, planChart, SHOWN_GROUPS, valueLabelRoom } from "./plan/planChart";
import type { ChartEvent } from "./series/chartEvents";
import {
  type ChartPoint,
  type ChartSeries,
  type ChartView,
  type DaySpan,
  partModeOf,
} from "./series/chartSeries";
import { spanOf } from "./series/daySpan";
import { useChartMenu } from "./useChartMenu";
import { useLegendSelection } from "./useLegendSelection";
import "./chart.css";

export interface ChartProps {
  /** Unique in its page, and an anchor in its address. */
  id: string;
  title: string;
  subtitle?: string;
  /** As the API answers them; keep the same array between renders, since a new one is drawn anew. */
  series: readonly ChartSeries[];
  view: ChartView;
  /** The figures, or some of them, are sample data: marked in the chart and in everything made from it. */
  isSample: boolean;
  /** Default: "Cadastre". */
  brand?: string;
  /** Everything of which shares are taken, where the series are a selection. Keep the same array between renders. */
  total?: readonly ChartPoint[] | undefined;
  /** Slug of the measure whose series stand against an axis of their own, at the left. */
  second?: string | undefined;
  /** What may stand as marks. Keep the same array between renders. */
  events?: readonly ChartEvent[] | undefined;
  /** Groups drawn by themselves; the rest is added up. Default: 10. */
  maxGroups?: number;
  /** Lines in colour, where the rest are grey. Default: 5. */
  coloredLines?: number | undefined;
  /** What a reader should know of the series, in a sentence. */
  notice?: string | undefined;
  size?: "sm" | "md" | "lg";
  /** Full address of the page, for links and embed code. Default: the address in the browser. */
  pageUrl?: string;
  /** Address of a file with the values of every group, where the chart draws some of them. Default: there are no others. */
  fileHref?: ((format: "csv" | "xlsx") => string) | undefined;
  /** Whether that file has the values where the chart draws what is made of them, such as changes. Default: false. */
  isFileOfValues?: boolean;
  /** Whether who sees the page may have its figures as an Excel workbook. */
  canXlsx: boolean;
  /** What gives its figures to programs; not offered without it. */
  request?: ChartRequest | undefined;
  /** Whether the table is open at first. */
  showTable?: boolean;
  /** The page with the table open or closed, for readers without scripts. */
  tableHref?: string;
  /** In other people's pages: only the chart, and where it comes from. */
  embedded?: boolean;
  /** Whether other people's pages may show it. Default: true. */
  canEmbed?: boolean;
  /** Level of the title among the headings of the page. Default: 2. */
  headingLevel?: 2 | 3 | 4;
  /** Which series are shown at first and, with `onSelect`, whenever it changes. Default: all. */
  selection?: LegendSelection;
  /** What a reader hides, shows or isolates in the legend. */
  onSelect?: (selection: LegendSelection) => void;
  /** Asks for a stretch of days that a reader marks, or null for the usual range. Without it, a zoom changes the picture alone. */
  onRange?: (range: DaySpan | null) => void;
  /** Stands between title and plot: a `ChartControls` bar. */
  controls?: ReactNode;
}

const ChartCode = lazy(() => import("./ChartCode").then((file) => ({ default: file.ChartCode })));

const ALL: LegendSelection = {};

/** At the left, where it needs no style, unless a mark would run through it. */
const brandStyle = ({ wide, narrow }: BrandPlace): CSSProperties | undefined =>
  wide === 0 && narrow === 0
    ? undefined
    : ({ "--brand-wide": `${wide}%`, "--brand-narrow": `${narrow}%` } as CSSProperties);

const timeHint = (hasEvents: boolean): string =>
  `Left and right arrows move by date, with Shift in larger steps; Home and End jump to the first and last date. Enter switches between rounded and exact values. Plus and minus zoom, 0 resets the zoom${hasEvents ? ", E and Shift with E jump between events" : ""}, Escape closes the readout.`;

/** A time series chart with legend, table, downloads and everything that makes it usable without seeing it. */
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
  const frameRef = useRef<HTMLElement>(null);
  const plotRef = useRef<HTMLDivElement>(null);
  // Painted once and on the server; the browser keeps that markup, and has none of its own.
  const [painted] = useState(() => paintOnServer?.(plan, { id: `${id}-paint`, title, hidden }) ?? "");
  const [paintedPlan] = useState(plan);

  // The focus by keyboard is what makes it live.
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
    onCode: request && (() => setCodeOpen(true)),
  });

  const Heading = `h${headingLevel}` as const;
  const tableId = `${id}-table`;
  const hintId = `${id}-hint`;
  const partMode = partModeOf(plan.view.mode);
  const axes = frameChart(plan, { room: 1 });
  const right = partMode === null ? valueLabelRoom(axes.y) : 0;
  const left = axes.second === undefined || partMode !== null ? 0 : valueLabelRoom(axes.second);
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
                // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, with every name escaped and every colour checked
                dangerouslySetInnerHTML={{ __html: painted }}
              />
            )}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: it is an application as soon as there is something to operate */}
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
            {partMode !== null
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
