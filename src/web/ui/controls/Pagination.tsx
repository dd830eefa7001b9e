import clsx from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import type { Size } from "../styles/scale";
import { buttonClass } from "./Button";

type LinkElement = ReactElement<{
  children?: ReactNode;
  className?: string;
  "aria-label"?: string;
  "aria-current"?: "page";
  rel?: string;
}>;

export interface PaginationProps {
  page: number;
  pageCount: number;
  /** A link element, without children, to the page. */
  linkTo: (page: number) => LinkElement;
  /** Accessible name of the navigation. Default: "Pages". */
  label?: string;
  size?: Size;
}

/**
 * The page numbers to show: the ends, the neighbours of the current one, and a gap (null) for more than one
 * omitted number.
 */
export function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const shown = new Set([1, 2, page - 1, page, page + 1, pageCount - 1, pageCount]);
  const numbers: (number | null)[] = [];
  for (let n = 1; n <= pageCount; n += 1) {
    if (shown.has(n)) numbers.push(n);
    else if (numbers.at(-1) !== null) numbers.push(null);
  }
  return numbers.map((n, index) =>
    n === null && numbers[index + 1] === (numbers[index - 1] ?? 0) + 2 ? (numbers[index - 1] ?? 0) + 1 : n,
  );
}

export function Pagination({ page, pageCount, linkTo, label = "Pages", size = "sm" }: PaginationProps) {
  if (pageCount <= 1) return null;
  const step = (to: number, name: string, rel: string, icon: ReactNode) =>
    to >= 1 && to <= pageCount ? (
      cloneElement(linkTo(to), {
        children: icon,
        className: buttonClass({ variant: "secondary", size, square: true }),
        "aria-label": name,
        rel,
      })
    ) : (
      <span
        aria-hidden="true"
        className={clsx(buttonClass({ variant: "secondary", size, square: true }), "opacity-40")}
      >
        {icon}
      </span>
    );
  return (
    <nav aria-label={label} className="flex items-center gap-0.5">
      {step(page - 1, "Previous page", "prev", <ChevronLeft aria-hidden="true" className="size-4" />)}
      <ol className="flex items-center gap-0.5">
        {pageNumbers(page, pageCount).map((n, index) => (
          <li
            key={n ?? `gap-${index}`}
            className={clsx(n !== page && n !== null && "max-sm:hidden", n === null && "max-sm:hidden")}
          >
            {n === null ? (
              <span className="px-1 text-faint">…</span>
            ) : (
              cloneElement(linkTo(n), {
                children: n,
                className: clsx(
                  buttonClass({ variant: n === page ? "outline" : "secondary", size }),
                  "min-w-control-sm px-1.5!",
                ),
                "aria-label": `Page ${n}`,
                "aria-current": n === page ? "page" : undefined,
              })
            )}
          </li>
        ))}
      </ol>
      {step(page + 1, "Next page", "next", <ChevronRight aria-hidden="true" className="size-4" />)}
    </nav>
  );
}
