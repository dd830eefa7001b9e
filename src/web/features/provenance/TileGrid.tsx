import { Children, type CSSProperties, type ReactNode } from "react";

/** Tiles in a row of a wide page, so that rows are filled evenly: 7 as 4 and 3, not as 6 and 1. */
const perRow = (count: number): number => (count <= 6 ? count : Math.ceil(count / Math.ceil(count / 6)));

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
