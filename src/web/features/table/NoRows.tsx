import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/controls/Button";
import { EmptyState } from "../../ui/display/EmptyState";
import { SearchLink } from "./query/SearchLink";

export interface NoRowsProps {
  /** Plural name of the rows, such as "Assets". */
  label: string;
  /** True if a search or filters apply. */
  narrowed: boolean;
  children: ReactNode;
}

/** Replaces a table without rows, with a link that resets the search and filters. */
export const NoRows = ({ label, narrowed, children }: NoRowsProps) => (
  <EmptyState
    icon={narrowed ? <SearchX strokeWidth={1.5} /> : undefined}
    title={narrowed ? "No matches" : `No ${label.toLowerCase()} yet`}
    actions={
      narrowed && (
        <SearchLink patch={{ q: undefined, filters: undefined }} className={buttonClass()}>
          Clear search and filters
        </SearchLink>
      )
    }
  >
    {children}
  </EmptyState>
);
