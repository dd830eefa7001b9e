import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/controls/Button";
import { EmptyState } from "../../ui/display/EmptyState";
import { SearchLink } from "./query/SearchLink";

export interface NoRowsProps {
  /** What the table lists, as in "Assets". */
  label: string;
  /** Whether words or conditions narrow it. */
  narrowed: boolean;
  children: ReactNode;
}

/** Stands in place of a table without rows, and leads back from what narrows it. */
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
