import type { ResourceRow } from "#domain/api";
import { wordsOfValue } from "#domain/vocabulary";
import { replacing } from "../features/table/filters/oneCondition";
import { SearchLink } from "../features/table/query/SearchLink";
import type { TableSpec } from "../features/table/query/tableQuery";
import type { TableSearch } from "../features/table/query/tableSearch";
import { buttonClass } from "../ui/controls/Button";
import type { Screen } from "./frame/screen";
import { section } from "./frame/section";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { wholeTable } from "./sections/table";

interface RoleLinksProps {
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
function RoleLinks({ roles, search }: RoleLinksProps) {
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

const companies = {
  resource: "companies",
  columns: [
    "name",
    "roles",
    "asset_count",
    "jurisdiction_country_name",
    "legal_name",
    "lei",
    "cik",
    "website",
  ],
} satisfies TableSpec;

const roles = section({
  queries: () => ({
    roles: {
      rowsOf: "company_roles",
      pagination: { page: 1, perPage: 100 },
      fields: ["role", "company_count"],
    } as const,
  }),
  render: ({ roles: { results } }, { search }) => <RoleLinks roles={results} search={search} />,
});

/** The companies of assets, by role. */
export const directory: Screen<Subject> = {
  isUndated: true,
  subject: rowsListed(companies),
  header: { title: "Directory" },
  sections: [],
  lead: [roles, wholeTable(companies)],
  head: ({ description }) => ({
    title: "Directory",
    description: `${description} Search by name, LEI or CIK; filter by role and country.`,
  }),
};
