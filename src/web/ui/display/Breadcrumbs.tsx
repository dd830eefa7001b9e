import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";

export interface Crumb {
  label: string;
  /** Path; null for a level without its own page. */
  to: string | null;
}

/** The position of the page. The last crumb is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-md">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li key={`${crumb.label}-${crumb.to}`} className="flex min-w-0 items-center gap-1">
              {index > 0 && <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-faint" />}
              {last || crumb.to === null ? (
                <span
                  aria-current={last ? "page" : undefined}
                  className={last ? "truncate text-ink" : "truncate text-muted"}
                >
                  {crumb.label}
                </span>
              ) : (
                <Link to={crumb.to} className="truncate text-muted hover:text-ink hover:underline">
                  {crumb.label}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
