import { Children, type CSSProperties, type ReactNode } from "react";

/** More than this in a row and labels are cut. */
const MOST_IN_ROW = 5;

/** Tiles in a row of a wide page, so that rows are filled evenly: 6 as 3 and 3, not as 5 and 1. */
const perRow = (count: number): number => Math.ceil(count / Math.ceil(Math.max(1, count) / MOST_IN_ROW));

/** The headline figures of a page. */
export function TileGrid({ label, children }: { label: string; children: ReactNode }) {
  const count = Children.toArray(children).length;
  return (
    <section
      aria-label={label}
      style={{ "--tiles": perRow(count) } as CSSProperties}
      className="mb-4 flex flex-wrap gap-3 *:flex-1 *:basis-[calc(50%-var(--spacing)*3)] md:*:basis-[calc(33%-var(--spacing)*3)] xl:*:basis-[calc(100%/var(--tiles)-var(--spacing)*3)]"
    >
      {children}
    </section>
  );
}
