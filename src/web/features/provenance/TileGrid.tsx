import { Children, type CSSProperties, type ReactNode } from "react";
import "./tileGrid.css";

/** More than this in a row and labels are cut. */
const MOST_IN_ROW = 5;

/** Tiles in a row of a wide page, so that rows are filled evenly: 6 as 3 and 3, not as 5 and 1. */
const perRow = (count: number): number => Math.ceil(count / Math.ceil(Math.max(1, count) / MOST_IN_ROW));

/** The headline figures of a page. On a phone they stand in a strip of two rows, so that the chart begins on the first screen. */
export function TileGrid({ label, children }: { label: string; children: ReactNode }) {
  const count = Children.toArray(children).length;
  return (
    <section
      aria-label={label}
      style={{ "--tiles": perRow(count) } as CSSProperties}
      className="tile-grid mb-4 grid grid-cols-2 gap-3 max-md:*:last:odd:col-span-2 md:grid-cols-3 xl:grid-cols-[repeat(var(--tiles),minmax(0,1fr))]"
    >
      {children}
    </section>
  );
}
