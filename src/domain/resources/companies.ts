/** The companies of assets, each once, with all of its roles. */
import type { Asset, FirmRow, Platform, ServiceProvider } from "../catalog/schema";
import { firms, partyKinds } from "../vocabulary/firms";
import { serviceProviderRoles } from "../vocabulary/serviceProviderRoles";
import type { CatalogIndex } from "./catalogIndex";
import { factFields, referenceFields } from "./commonFields";
import { catalogField, catalogResource } from "./resource";

/** Roles with a profile of their own come first: each is the name of a kind of entity. */
export const companyRoles = [...new Set([...partyKinds, ...serviceProviderRoles])];
export type CompanyRole = (typeof companyRoles)[number];

type Party = FirmRow | Platform | ServiceProvider;

export interface Company {
  slug: string;
  roles: readonly CompanyRole[];
  /** Its rows in the catalog: a legal person before what it runs. */
  parties: readonly [Party, ...Party[]];
}

/** Companies by slug: rows of several kinds with one slug are one company. */
export function companiesOf(catalog: CatalogIndex): Company[] {
  const found = new Map<string, Company>();
  const add = (party: Party, roles: readonly CompanyRole[]) => {
    const known = found.get(party.slug);
    const all = new Set([...(known?.roles ?? []), ...roles]);
    found.set(party.slug, {
      slug: party.slug,
      roles: companyRoles.filter((role) => all.has(role)),
      parties: known === undefined ? [party] : [...known.parties, party],
    });
  };
  for (const { kind, resource } of firms) for (const firm of catalog[resource]) add(firm, [kind]);
  for (const provider of catalog.service_providers) add(provider, provider.roles);
  for (const platform of catalog.platforms) add(platform, ["platform"]);
  return [...found.values()];
}

/** The value of the first row that has one. */
const firstOf = <Part extends Exclude<keyof FirmRow, "group">>({ parties }: Company, part: Part) =>
  parties.map((party) => party[part]).find((value) => value !== null) ?? null;

const hasPart = ({ slug }: Company, asset: Asset): boolean =>
  asset.platform === slug ||
  firms.some(({ kind }) => asset[kind] === slug) ||
  asset.service_providers.some(({ provider }) => provider === slug);

/** A company as the fields of every catalog row read it. */
interface CompanyRow extends Company {
  website: string | null;
  description: string | null;
  source: string;
}

const rowsOf = (catalog: CatalogIndex): CompanyRow[] =>
  companiesOf(catalog).map((company) => ({
    ...company,
    website: firstOf(company, "website"),
    description: firstOf(company, "description"),
    source: company.parties[0].source,
  }));

export const companiesResource = catalogResource<CompanyRow>()({
  slug: "companies",
  singular: "company",
  label: "Companies",
  doc: "Companies behind tokenized assets: platforms, issuers, asset managers and service providers.",
  slugField: "slug",
  defaultSort: { field: "asset_count", direction: "desc" },
  searchFields: ["name", "legal_name", "slug", "lei", "cik"],
  rows: rowsOf,
  fields: [
    catalogField<CompanyRow, "id">({
      name: "id",
      type: "string",
      label: "Id",
      doc: "The slug of the company.",
      hint: "Name of the company in URLs.",
      read: (row) => row.slug,
    }),
    catalogField<CompanyRow, "slug">({
      name: "slug",
      type: "slug",
      label: "Slug",
      doc: "URL slug of the company's profiles.",
      read: (row) => row.slug,
    }),
    catalogField<CompanyRow, "name">({
      name: "name",
      type: "string",
      label: "Company",
      doc: "Name of the company.",
      read: ({ parties: [first] }) => first.name,
    }),
    catalogField<CompanyRow, "roles">({
      name: "roles",
      type: "strings",
      values: companyRoles,
      label: "Roles",
      doc: "What the company does for assets.",
      links: { names: "profiles" },
      read: (row) => row.roles,
    }),
    catalogField<CompanyRow, "legal_name">({
      name: "legal_name",
      type: "string",
      label: "Legal name",
      doc: "Name of the legal entity.",
      nullable: true,
      read: (row) => firstOf(row, "legal_name"),
    }),
    ...referenceFields<CompanyRow, "jurisdiction">("jurisdiction", (row, { jurisdictions }) => {
      const code = firstOf(row, "jurisdiction");
      return jurisdictions.find(({ country_code }) => country_code === code);
    }),
    catalogField<CompanyRow, "lei">({
      name: "lei",
      type: "string",
      label: "LEI",
      doc: "Legal entity identifier (ISO 17442).",
      nullable: true,
      read: (row) => firstOf(row, "lei"),
    }),
    catalogField<CompanyRow, "cik">({
      name: "cik",
      type: "string",
      label: "CIK",
      doc: "Central Index Key at the US Securities and Exchange Commission.",
      nullable: true,
      read: (row) => firstOf(row, "cik"),
    }),
    catalogField<CompanyRow, "register_number">({
      name: "register_number",
      type: "string",
      label: "Registration number",
      doc: "Company registration number.",
      nullable: true,
      read: (row) => firstOf(row, "register_number"),
    }),
    catalogField<CompanyRow, "register_name">({
      name: "register_name",
      type: "string",
      label: "Register",
      doc: "Register that issued the number.",
      nullable: true,
      read: (row) => firstOf(row, "register_name"),
    }),
    catalogField<CompanyRow, "founded_date">({
      name: "founded_date",
      type: "date",
      label: "Founded",
      doc: "Founding date.",
      nullable: true,
      read: (row) => firstOf(row, "founded_date"),
    }),
    catalogField<CompanyRow, "asset_count">({
      name: "asset_count",
      type: "number",
      unit: "count",
      label: "Assets",
      doc: "Assets in the catalog in which the company has a role.",
      policy: { overListings: { count: "assets" } },
      read: (row, { assets }) => assets.filter((asset) => hasPart(row, asset)).length,
    }),
    ...factFields<CompanyRow>(),
  ],
});
