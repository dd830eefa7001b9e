import type { ReactNode } from "react";

/** The headline figures of a page, as many in a row as fit. */
export const TileGrid = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-6"
  >
    {children}
  </section>
);
