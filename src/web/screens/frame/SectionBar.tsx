import { useEffect, useRef, useState } from "react";

/** A section that the bar links to. */
export interface SectionAnchor {
  /** Id of its element. */
  id: string;
  label: string;
}

/** Pixels below the bar within which the top of a section counts as reached. */
const REACH = 48;

/** Links to the sections of a page. The bar is sticky, and marks the current section. */
export function SectionBar({ anchors }: { anchors: readonly SectionAnchor[] }) {
  const ref = useRef<HTMLElement>(null);
  const current = useCurrentSection(anchors, ref);
  return (
    <nav
      ref={ref}
      aria-label="On this page"
      className="section-bar no-print slim-scroll sticky top-topbar z-15 -mx-4 mb-4 flex h-section-bar overflow-x-auto border-b bg-surface px-2 lg:-mx-6 lg:px-4"
    >
      {anchors.map(({ id, label }) => (
        // A plain link, which works before hydration.
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? "location" : undefined}
          className="content-center whitespace-nowrap border-transparent border-b-2 px-2 font-medium text-muted text-sm -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Id of the last section whose top has reached the bar; the first before that. */
function useCurrentSection(anchors: readonly SectionAnchor[], bar: { current: HTMLElement | null }): string {
  const first = anchors[0]?.id ?? "";
  const ids = anchors.map(({ id }) => id).join();
  const [current, setCurrent] = useState(first);
  // Effect: the scroll position is only known in the browser.
  useEffect(() => {
    let frame = 0;
    const read = () => {
      frame = 0;
      const id = currentSection(ids.split(","), bar.current?.getBoundingClientRect().bottom ?? 0);
      if (id === undefined) return;
      setCurrent(id);
      const link = bar.current?.querySelector<HTMLElement>(`[href="#${id}"]`);
      if (!link || !bar.current) return;
      // Not scrollIntoView, which can scroll the page as well.
      bar.current.scrollLeft = link.offsetLeft + link.offsetWidth / 2 - bar.current.clientWidth / 2;
    };
    const readSoon = () => {
      frame ||= requestAnimationFrame(read);
    };
    readSoon();
    addEventListener("scroll", readSoon, { passive: true });
    addEventListener("resize", readSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", readSoon);
      removeEventListener("resize", readSoon);
    };
  }, [ids, bar]);
  return current;
}

function currentSection(ids: readonly string[], line: number): string | undefined {
  const tops = ids.flatMap((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top === undefined ? [] : [{ id, top }];
  });
  const reached = tops.filter(({ top }) => top <= line + REACH).at(-1) ?? tops[0];
  const target = tops.find(({ id }) => `#${id}` === location.hash);
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
  // The last sections of a page cannot reach the bar, and adjacent ones reach it together.
  if (target && reached && (target.top === reached.top || (isAtEnd && target.top >= reached.top)))
    return target.id;
  return (isAtEnd ? tops.at(-1) : reached)?.id;
}
