import { RoleLinks } from "../features/directory/RoleLinks";
import type { TableSpec } from "../features/table/query/tableQuery";
import type { Screen } from "./frame/screen";
import { section } from "./frame/section";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { wholeTable } from "./sections/table";

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
  subject: rowsListed(companies),
  header: { title: "Directory" },
  sections: [],
  lead: [roles, wholeTable(companies)],
  head: ({ description }) => ({
    title: "Directory",
    description: `${description} Search by name, LEI or CIK; filter by role and country.`,
  }),
};
