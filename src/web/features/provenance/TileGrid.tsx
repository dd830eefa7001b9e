import type { ReactNode } from "react";
import "./tileGrid.css";

/**
 * The key figures of a page. On phones they form a strip of two rows, so that the chart starts on the first
 * screen.
 */
export const TileGrid = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="tile-grid mb-4 grid grid-cols-2 gap-3">
    {children}
  </section>
);
