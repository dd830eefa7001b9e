import { X } from "lucide-react";
import { buttonClass } from "../../../ui/controls/Button";
import { Badge } from "../../../ui/display/Badge";
import type { FilteredField } from "../query/filteredFields";
import { conditionWords } from "../query/operatorWords";
import { SearchLink } from "../query/SearchLink";
import type { TableSearch } from "../query/tableSearch";
import { removing } from "./oneCondition";

export interface FilterChipsProps {
  search: TableSearch;
  /** The filtered fields. */
  filtered: readonly FilteredField[];
}

/** The active conditions, each with a link that removes it. */
export function FilterChips({ search: { filters = [] }, filtered }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex basis-full flex-wrap items-center gap-1.5">
      {filters.map((condition) => {
        const words = conditionWords(condition, filtered);
        return (
          <li key={JSON.stringify(condition)}>
            <Badge variant="primary" size="md" rounding="full">
              <span className="max-w-xs truncate">{words}</span>
              <SearchLink
                patch={removing(condition)}
                aria-label={`Remove filter: ${words}`}
                className="-mr-1.5 rounded-full p-1.5 hover:bg-selected"
              >
                <X aria-hidden="true" className="size-3" />
              </SearchLink>
            </Badge>
          </li>
        );
      })}
      <li>
        <SearchLink
          patch={{ filters: undefined }}
          className={buttonClass({ variant: "secondary", size: "xs" })}
        >
          Clear all
        </SearchLink>
      </li>
    </ul>
  );
}
