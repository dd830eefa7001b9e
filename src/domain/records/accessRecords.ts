/** Access to the data API: policies, roles made up of them, and their assignments. */
import { metrics } from "../metrics/catalogue";
import { policyActions, policyEffects } from "../people/accessPolicy";
import { resources } from "../resources/catalogue";
import type { RecordName } from "../vocabulary/recordKinds.gen";
import { changeFields, onlyRead, type RecordField, type RecordType, recordField, recordType } from "./record";

/** A kind whose records each pair a subject with a role, once. */
function pairedWithRole(
  name: RecordName,
  {
    other,
    ...words
  }: Pick<RecordType, "title" | "singular" | "label" | "doc"> &
    Partial<Pick<RecordType, "hasPage" | "inMenu">> & {
      other: Pick<RecordField, "name" | "label" | "refersTo">;
    },
): RecordType {
  const pair = [other.name, "roleId"];
  return recordType(name, {
    ...words,
    group: "API access",
    fields: [
      recordField({ ...other, type: "id" }),
      recordField({ name: "roleId", label: "Role", type: "id", refersTo: "api_access_roles" }),
      ...changeFields,
    ],
    namedBy: pair,
    searchFields: pair,
    unique: pair,
    defaultSort: { field: "updatedAt", direction: "desc" },
  });
}

const description = recordField({
  name: "description",
  label: "Description",
  type: "text",
  optional: true,
  max: 1_000,
  doc: "For other administrators.",
});

const readOnly = { editable: "never", optional: true } as const;

/** Names that a policy can hide: fields of resources and metrics, by the names of the API. */
const hideable = [
  ...new Set([
    ...resources.flatMap(({ fields, nested, nestedStats }) => [
      ...fields.flatMap(({ name, exposed }) => (exposed && name !== "id" ? [name] : [])),
      ...[...nested, ...nestedStats].map(({ name }) => name),
    ]),
    ...metrics.map(({ slug }) => slug),
  ]),
].sort();

export const accessRecords: readonly RecordType[] = [
  pairedWithRole("api_access_user_roles", {
    title: "API Access: User Roles",
    singular: "user role",
    hasPage: false,
    label: "User roles",
    doc: "Roles assigned to users. A role applies to every key the user created, while they remain a member of its organization.",
    other: { name: "userId", label: "User", refersTo: "users" },
  }),
  pairedWithRole("api_access_org_roles", {
    title: "API Access: Org Roles",
    singular: "organization role",
    hasPage: false,
    label: "Organization roles",
    doc: "Roles assigned to organizations. A role applies to every key of the organization.",
    other: { name: "organizationId", label: "Organization", refersTo: "organizations" },
  }),
  pairedWithRole("api_access_key_roles", {
    title: "API Access: Key Roles",
    singular: "key role",
    inMenu: false,
    hasPage: false,
    label: "Key roles",
    doc: "Roles assigned to single API keys or spreadsheet links, in addition to those of their user and organization. They remain when the secret is rotated or the key is revoked.",
    other: { name: "keyId", label: "API key", refersTo: "api_keys" },
  }),
  pairedWithRole("api_access_policy_assignments", {
    title: "API Access: Policy Assignments",
    singular: "policy assignment",
    label: "Policy assignments",
    doc: "The policies in each role.",
    other: { name: "policyId", label: "Policy", refersTo: "api_access_policies" },
  }),
  recordType("api_keys", {
    group: "API access",
    title: "API Keys",
    singular: "API key",
    inMenu: false,
    can: onlyRead,
    label: "API keys",
    doc: "Data API keys and spreadsheet links of every user and organization, and those of the site. Secrets are not stored.",
    fields: [
      recordField({ name: "name", label: "Name", type: "string", editable: "never" }),
      recordField({
        name: "prefix",
        label: "Starts with",
        type: "string",
        editable: "never",
        doc: "lnk_ marks a spreadsheet link.",
      }),
      recordField({
        name: "organizationId",
        label: "Organization",
        type: "id",
        refersTo: "organizations",
        optional: true,
        blank: "The site",
        editable: "never",
      }),
      recordField({ name: "userId", label: "Creator", type: "id", refersTo: "users", ...readOnly }),
      recordField({
        name: "endpoints",
        label: "Endpoints",
        type: "strings",
        optional: true,
        blank: "All",
        listed: false,
        editable: "never",
      }),
      recordField({
        name: "actions",
        label: "Actions",
        type: "strings",
        values: policyActions,
        listed: false,
        editable: "never",
      }),
      recordField({
        name: "requestsPerMinute",
        label: "Requests per minute",
        type: "number",
        optional: true,
        blank: "Plan limit",
        listed: false,
        editable: "never",
      }),
      recordField({ name: "createdAt", label: "Created", type: "datetime", editable: "never" }),
      recordField({ name: "expiresAt", label: "Expires", type: "datetime", ...readOnly }),
      recordField({ name: "revokedAt", label: "Revoked", type: "datetime", ...readOnly }),
      recordField({ name: "rotatedAt", label: "Rotated", type: "datetime", listed: false, ...readOnly }),
      recordField({ name: "lastUsedAt", label: "Last used", type: "datetime", ...readOnly }),
    ],
    namedBy: ["name", "prefix"],
    searchFields: ["name", "prefix", "organizationId", "userId"],
    unique: [],
    defaultSort: { field: "createdAt", direction: "desc" },
  }),
  recordType("api_access_roles", {
    group: "API access",
    title: "API Access: Roles",
    singular: "role",
    label: "Access roles",
    doc: "Named sets of policies, assigned to users, organizations and single keys.",
    fields: [recordField({ name: "name", label: "Name", type: "string" }), description, ...changeFields],
    namedBy: ["name"],
    searchFields: ["name", "description"],
    unique: ["name"],
    defaultSort: { field: "name", direction: "asc" },
  }),
  recordType("api_access_policies", {
    group: "API access",
    title: "API Access: Policies",
    singular: "policy",
    label: "Access policies",
    doc: "What data API keys may read, and on what terms. A policy applies through the roles it is assigned to.",
    fields: [
      recordField({ name: "name", label: "Name", type: "string" }),
      { ...description, listed: false },
      recordField({
        name: "effect",
        label: "Effect",
        type: "enum",
        values: policyEffects,
        doc: "Deny overrides any allow. Allow also opens resources that the plan does not include.",
      }),
      recordField({
        name: "resources",
        label: "Resources",
        type: "strings",
        values: resources.map(({ slug }) => slug),
        optional: true,
        blank: "All",
        doc: "Including their totals and series.",
      }),
      recordField({
        name: "actions",
        label: "Actions",
        type: "strings",
        values: policyActions,
        optional: true,
        blank: "Both",
        doc: "Read covers JSON responses, download covers files.",
      }),
      recordField({
        name: "rowFilter",
        label: "Row filter",
        type: "text",
        optional: true,
        blank: "All rows",
        isCode: true,
        filtersRowsOf: "resources",
        listed: false,
        doc: 'Only matching rows are returned and counted in totals. JSON, as in the API: {"operator": "equals", "field": "asset_class_slug", "value": "stablecoins"}.',
      }),
      recordField({
        name: "hiddenFields",
        label: "Hidden fields and metrics",
        type: "strings",
        values: hideable,
        optional: true,
        blank: "None",
        listed: false,
        doc: "Omitted from responses, and rejected in filters, sorts and groupings.",
      }),
      recordField({
        name: "historyDays",
        label: "Days of history",
        type: "number",
        optional: true,
        blank: "All",
        min: 1,
        max: 36_500,
        listed: false,
        doc: "How far back series and dated rows go. Leave blank for all history.",
      }),
      recordField({
        name: "requestsPerMinute",
        label: "Requests per minute",
        type: "number",
        optional: true,
        blank: "Plan limit",
        min: 1,
        max: 1_000_000,
        listed: false,
        doc: "Per key. The lowest limit applies. Leave blank for the plan's limit.",
      }),
      recordField({
        name: "rowsPerMonth",
        label: "Rows per month",
        type: "number",
        optional: true,
        blank: "No limit",
        min: 1,
        max: 1_000_000_000_000,
        listed: false,
        doc: "Per organization. The lowest limit applies. Leave blank for no limit.",
      }),
      ...changeFields,
    ],
    namedBy: ["name"],
    searchFields: ["name", "description"],
    unique: ["name"],
    defaultSort: { field: "name", direction: "asc" },
  }),
];
