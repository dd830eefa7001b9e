/** Users and organizations, as administrators find them. */
import { accountRoles, organizationScopes } from "../people/roles";
import { planTypes } from "../vocabulary/people";
import { onlyRead, type RecordType, recordField, recordType } from "./record";

const suspendedAt = recordField({
  name: "suspendedAt",
  label: "Suspended",
  type: "datetime",
  doc: "Date of suspension.",
  editable: "never",
  optional: true,
});

export const peopleRecords: readonly RecordType[] = [
  recordType("users", {
    group: "People",
    title: "User Admin",
    singular: "user",
    aliases: ["/admin"],
    can: onlyRead,
    label: "Users",
    doc: "Everyone with an account.",
    fields: [
      recordField({ name: "email", label: "Email", type: "string", editable: "never" }),
      recordField({ name: "name", label: "Name", type: "string", editable: "never", optional: true }),
      recordField({ name: "role", label: "Role", type: "enum", values: accountRoles, editable: "never" }),
      recordField({ name: "company", label: "Company", type: "string", editable: "never", optional: true }),
      recordField({
        name: "currentOrganizationId",
        label: "Organization",
        type: "id",
        refersTo: "organizations",
        doc: "The organization they last switched to; blank if they never switched.",
        editable: "never",
        optional: true,
        listed: false,
      }),
      recordField({
        name: "emailVerified",
        label: "Email verified",
        type: "datetime",
        editable: "never",
        optional: true,
        listed: false,
      }),
      recordField({ name: "createdAt", label: "Created", type: "datetime", editable: "never" }),
      suspendedAt,
    ],
    namedBy: ["email"],
    searchFields: ["email", "name", "company"],
    unique: ["email"],
    defaultSort: { field: "createdAt", direction: "desc" },
  }),
  recordType("organizations", {
    group: "People",
    title: "Organization Admin",
    singular: "organization",
    can: onlyRead,
    label: "Organizations",
    doc: "All organizations, including personal ones.",
    fields: [
      recordField({ name: "name", label: "Name", type: "string", editable: "never" }),
      recordField({ name: "domain", label: "Domain", type: "string", editable: "never", optional: true }),
      recordField({
        name: "scope",
        label: "Kind",
        type: "enum",
        values: organizationScopes,
        doc: "Personal, for an email domain, or a team by invitation.",
        editable: "never",
      }),
      recordField({
        name: "planType",
        label: "Plan",
        type: "enum",
        values: planTypes,
        doc: "The plan that was set; an expired trial counts as the plan it reverts to.",
        editable: "never",
      }),
      recordField({
        name: "trialEndsAt",
        label: "Trial ends",
        type: "datetime",
        editable: "never",
        optional: true,
      }),
      recordField({ name: "createdAt", label: "Created", type: "datetime", editable: "never" }),
      suspendedAt,
    ],
    namedBy: ["name"],
    searchFields: ["name", "domain"],
    unique: [],
    defaultSort: { field: "createdAt", direction: "desc" },
  }),
];
