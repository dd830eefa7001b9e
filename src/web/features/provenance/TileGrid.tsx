import type { ReactNode } from "react";
import "./tileGrid.css";

/** The headline figures of a page. On a phone they stand in a strip of two rows, so that the chart begins on the first screen. */
export const TileGrid = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="tile-grid mb-4 grid grid-cols-2 gap-3">
    {children}
  </section>
);
