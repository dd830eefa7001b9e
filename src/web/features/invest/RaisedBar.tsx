import { formatFigure, formatShare } from "../../format/formatNumber";

export interface RaisedBarProps {
  /** In dollars; null if unknown. */
  raised: number | null;
  target: number | null;
}

/** Raised share of an offering's target. Renders nothing if either figure is unknown. */
export function RaisedBar({ raised, target }: RaisedBarProps) {
  if (raised === null || target === null || target === 0) return null;
  const percent = (100 * raised) / target;
  return (
    <div className="mb-4 rounded-lg border bg-surface p-4">
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-md">
        <span>
          <span className="font-medium">{formatFigure(raised, "dollar")}</span> raised of{" "}
          {formatFigure(target, "dollar")}
        </span>
        <span className="text-muted">{formatShare(percent)}</span>
      </p>
      <progress
        aria-label="Raised"
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent-fill"
        max={target}
        value={Math.min(raised, target)}
      />
    </div>
  );
}
