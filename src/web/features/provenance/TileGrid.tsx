import clsx from "clsx";
import type { ReactNode } from "react";
import "./tileGrid.css";
import { unknownMetric } from "#domain/metrics";
import { Tile } from "../../ui/figures/Tile";

interface CountTileProps {
  label: string;
  count: number;
  /** Description of the count. */
  info: ReactNode;
}

/** A key figure with the number of entities in the catalog, which has no history. */
export const CountTile = ({ label, count, info }: CountTileProps) => (
  <Tile label={label} metric={{ ...unknownMetric, val: count }} unit="count" changes={false} info={info} />
);

interface TileGridProps {
  label: string;
  /** True for a few counts, which have room on phones. */
  isNarrow?: boolean;
  children: ReactNode;
}

/**
 * The key figures of a page. On phones they form a strip of two rows, so that the chart starts on the first
 * screen.
 */
export const TileGrid = ({ label, isNarrow = false, children }: TileGridProps) => (
  <section
    aria-label={label}
    className={clsx("tile-grid mb-4 grid grid-cols-2 gap-3", isNarrow && "tile-grid-narrow")}
  >
    {children}
  </section>
);
