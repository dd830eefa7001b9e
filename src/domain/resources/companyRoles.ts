/** How many companies have each role. */
import type { CatalogIndex } from "./catalogIndex";
import { type CompanyRole, companiesOf, companyRoles } from "./companies";
import { catalogField, catalogResource } from "./resource";

interface RoleRow {
  /** Position of the role among all, from 1. */
  position: number;
  role: CompanyRole;
  companies: number;
}

const rowsOf = (catalog: CatalogIndex): RoleRow[] => {
  const companies = companiesOf(catalog);
  return companyRoles.flatMap((role, at) => {
    const count = companies.filter(({ roles }) => roles.includes(role)).length;
    return count === 0 ? [] : [{ position: at + 1, role, companies: count }];
  });
};

export const companyRolesResource = catalogResource<RoleRow>()({
  slug: "company_roles",
  singular: "role",
  label: "Company roles",
  doc: "Roles of companies, with the number of companies in each.",
  defaultSort: { field: "position", direction: "asc" },
  searchFields: ["id"],
  rows: rowsOf,
  fields: [
    catalogField<RoleRow, "id">({
      name: "id",
      type: "string",
      label: "Row",
      doc: "The role.",
      read: (row) => row.role,
    }),
    catalogField<RoleRow, "position">({
      name: "position",
      type: "number",
      label: "Position",
      doc: "Position of the role among all roles.",
      read: (row) => row.position,
    }),
    catalogField<RoleRow, "role">({
      name: "role",
      type: "enum",
      values: companyRoles,
      label: "Role",
      doc: "What the companies do.",
      read: (row) => row.role,
    }),
    catalogField<RoleRow, "company_count">({
      name: "company_count",
      type: "number",
      unit: "count",
      label: "Companies",
      doc: "Companies with the role.",
      read: (row) => row.companies,
    }),
  ],
});
