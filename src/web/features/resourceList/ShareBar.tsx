import { formatShare } from "../../format/formatNumber";
import { Unknown } from "../../format/Unknown";

export interface ShareBarProps {
  /** In percent; null where it is unknown. */
  share: number | null;
  /** Colour of what it is a share of; the accent where it has none. */
  color: string | null;
}

/** A share in figures, and as a bar for the eye. */
export const ShareBar = ({ share, color }: ShareBarProps) => (
  <span className="inline-flex w-full min-w-24 items-center justify-end gap-2">
    <span aria-hidden="true" className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-line">
      <span
        className="block h-full rounded-full bg-accent-fill"
        style={{ width: `${Math.min(100, Math.max(0, share ?? 0))}%`, backgroundColor: color ?? undefined }}
      />
    </span>
    <span className="min-w-14">
      {share === null ? <Unknown /> : <data value={share}>{formatShare(share)}</data>}
    </span>
  </span>
);
