import clsx from "clsx";
import { Info } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FigureFormat, Lookback, MetricValue, Polarity } from "#domain/metrics";
import { Figure } from "../../format/Figure";
import { fitFormat } from "../../format/fitFormat";
import { MetricChange } from "../../format/MetricChange";
import { Skeleton } from "../display/Skeleton";
import { Popover } from "../overlays/Popover";
import type { Size } from "../styles/scale";

interface InfoButtonProps {
  /** Subject of the explanation: the button is named "About {subject}". */
  subject: string;
  children: ReactNode;
}

/** A small button that explains the adjacent content. Following a link in the explanation closes it. */
function InfoButton({ subject, children }: InfoButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      title={subject}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-label={`About ${subject}`}
          className="js-only inline-grid size-6 shrink-0 place-items-center rounded-full text-faint hover:bg-hover hover:text-ink"
        >
          <Info aria-hidden="true" className="size-3.5" />
        </button>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is clicked, also by key, is a link in it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link in it is clicked by key too */}
      <div
        className="text-muted"
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("a[href]")) setOpen(false);
        }}
      >
        {children}
      </div>
    </Popover>
  );
}

const figureClass: Record<Size, string> = {
  xs: "text-base",
  sm: "text-lg",
  md: "text-xl",
  // Two adjacent tiles on the narrowest phones have space for nine digits.
  lg: "text-lg min-[360px]:text-xl sm:text-2xl",
  xl: "text-3xl",
};

const usualLookbacks: readonly Lookback[] = ["7d", "30d"];

export interface TileProps {
  label: string;
  /** The figure with its history; null if unknown, undefined while loading. */
  metric: MetricValue | null | undefined;
  /** The metric's unit: `dollar`, `percent`, `count` … */
  unit: string | null;
  /** Format of the figure. Default: that of its unit. */
  format?: FigureFormat;
  /** Whether a higher value is good, bad or neutral. Default: neither. */
  polarity?: Polarity;
  /** Definition and calculation of the figure, shown by an info button. */
  info?: ReactNode;
  /** Short description below the figure; on phones only `info` shows it. */
  gist?: string | null;
  /** Short qualification of the figure, after the description. */
  note?: string | undefined;
  /** A mark of the figure, below it. */
  mark?: ReactNode;
  /** Content next to the figure if there is space, such as a `Sparkline`. */
  aside?: ReactNode;
  /** False for figures without history, such as a count of rows. Default: true. */
  changes?: boolean;
  /** Look-backs of the changes. Default: 7 and 30 days. */
  lookbacks?: readonly Lookback[];
  size?: Size;
}

/** A key figure: label, value and changes. */
export function Tile({
  label,
  metric,
  unit,
  format,
  polarity = "neutral",
  info,
  gist,
  note,
  mark,
  aside,
  changes = true,
  lookbacks = usualLookbacks,
  size = "lg",
}: TileProps) {
  return (
    <div className="row-span-2 grid min-w-0 grid-rows-subgrid gap-1 rounded-lg border bg-surface px-3 py-1.5 sm:px-4 sm:py-3">
      <dl className="contents">
        <dt className="flex min-h-6 items-center gap-1 text-muted text-sm">
          <span className="min-w-0">{label}</span>
          {info && <InfoButton subject={label}>{info}</InfoButton>}
        </dt>
        <dd className="flex flex-col gap-1">
          <div
            className={clsx(
              figureClass[size],
              // One line high: content without space next to the figure wraps out of view. On phones there is
              // rarely enough.
              aside && "flex h-[1lh] flex-wrap justify-between gap-x-2 overflow-hidden",
            )}
          >
            <span className="whitespace-nowrap font-semibold tracking-tight">
              {metric === undefined ? (
                <Skeleton className="my-1 h-6 w-28" />
              ) : (
                <Figure value={metric?.val} unit={unit} format={fitFormat({ unit, format }, [metric?.val])} />
              )}
            </span>
            {aside && (
              <span className="hidden h-[1lh] min-w-8 flex-1 basis-8 items-center justify-end sm:flex">
                {aside}
              </span>
            )}
          </div>
          {changes &&
            (metric === undefined ? (
              <Skeleton className="my-0.5 h-3 w-36" />
            ) : (
              <span className="flex flex-wrap gap-x-3 text-sm">
                {lookbacks.map((over) => (
                  <MetricChange
                    key={over}
                    metric={metric}
                    unit={unit}
                    polarity={polarity}
                    over={over}
                    showPeriod
                  />
                ))}
              </span>
            ))}
          {gist && (
            <span className="text-muted text-sm max-sm:hidden">{note ? `${gist} · ${note}` : gist}</span>
          )}
          {note && <span className={clsx("text-muted text-sm", gist && "sm:hidden")}>{note}</span>}
          {mark && <span className="text-sm">{mark}</span>}
        </dd>
      </dl>
    </div>
  );
}
