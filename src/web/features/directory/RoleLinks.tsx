import { type ResourceRow, wordsOfValue } from "#domain";
import { buttonClass } from "../../ui/controls/Button";
import { replacing } from "../table/filters/oneCondition";
import { SearchLink } from "../table/query/SearchLink";
import type { TableSearch } from "../table/query/tableSearch";

export interface RoleLinksProps {
  /** Roles with their number of companies. */
  roles: readonly ResourceRow[];
  search: TableSearch;
}

const FIELD = "roles";

/** The only role that the URL selects; null for none or several. */
function chosen({ filters = [] }: TableSearch): string | null {
  const [condition, ...more] = filters.filter(([field]) => field === FIELD);
  const value = condition?.[2];
  const only = Array.isArray(value) && value.length === 1 ? value[0] : null;
  return condition?.[1] === "in" && more.length === 0 && typeof only === "string" ? only : null;
}

/** Links that filter the directory by role, and one that resets it. */
export function RoleLinks({ roles, search }: RoleLinksProps) {
  const current = chosen(search);
  return (
    <nav aria-label="Companies by role" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {[null, ...roles].map((row) => {
          const role = row === null ? null : String(row.role);
          const isCurrent = role === current;
          return (
            <li key={role ?? "all"}>
              <SearchLink
                patch={replacing(FIELD, role === null ? null : [FIELD, "in", [role]])}
                aria-current={isCurrent ? "true" : undefined}
                className={buttonClass({ size: "sm", variant: isCurrent ? "primary" : "secondary" })}
              >
                {role === null ? "All roles" : wordsOfValue(role)}
                {row !== null && (
                  <span className={isCurrent ? undefined : "text-faint"}>
                    {Number(row.company_count).toLocaleString("en-US")}
                  </span>
                )}
              </SearchLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
