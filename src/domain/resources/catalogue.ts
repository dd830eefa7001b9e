/** Every resource, by name. To add one, describe it and list it here. */
import type { MetricSlug } from "../metrics/catalogue";
import type { MetricPart } from "../metrics/lookbacks";
import { addressesResource } from "./addresses";
import { assetsResource } from "./assets";
import { checksResource } from "./checks";
import { citationsResource } from "./citations";
import { citedDocumentsResource } from "./citedDocuments";
import { assetClassesResource, jurisdictionsResource } from "./classesAndPlaces";
import { companiesResource } from "./companies";
import { companyRolesResource } from "./companyRoles";
import type { MeasuredResource } from "./entities";
import { evidenceResource } from "./evidence";
import { evidenceCoverageResource } from "./evidenceCoverage";
import { holdersResource } from "./holders";
import {
  investmentsResource,
  loansResource,
  newsResource,
  poolsResource,
  transactionsResource,
} from "./ledgerResources";
import { measuresResource } from "./measures";
import { networksResource } from "./networks";
import { participantResources } from "./participants";
import type { Field, Resource } from "./resource";
import { tokensResource } from "./tokens";

/** Resources made from the catalog; the store mirrors each into its table. */
export const catalogResources = [
  assetsResource,
  tokensResource,
  networksResource,
  ...participantResources,
  assetClassesResource,
  jurisdictionsResource,
  addressesResource,
  measuresResource,
  evidenceResource,
  evidenceCoverageResource,
  citationsResource,
  citedDocumentsResource,
  companiesResource,
  companyRolesResource,
] as const;

/** Resources whose rows are ingested. */
export const ledgerResources = [
  transactionsResource,
  poolsResource,
  loansResource,
  investmentsResource,
  newsResource,
] as const;

/** Resources whose rows are computed: from served figures, and from the ledger of transfers. */
export const computedResources = [checksResource, holdersResource] as const;

type Described = (typeof catalogResources | typeof ledgerResources | typeof computedResources)[number];
export type ResourceSlug = Described["slug"];
/** Names of the fields of a resource. */
export type FieldName<Slug extends ResourceSlug> = Extract<
  Described,
  { slug: Slug }
>["fields"][number]["name"];
/** Columns that a table of a resource can show: its fields, and metrics if its rows have them. */
export type ColumnName<Slug extends ResourceSlug> =
  | FieldName<Slug>
  | (Slug extends MeasuredResource ? MetricSlug : never);
/** Names valid in a query of a resource: its columns, and parts of its metrics. */
export type QueryName<Slug extends ResourceSlug> =
  | ColumnName<Slug>
  | (Slug extends MeasuredResource ? `${MetricSlug}.${MetricPart}` : never);
/** Names valid in a query of series of tokens: fields of the tokens, and the dimensions of figures. */
export type SeriesName = FieldName<"tokens"> | "measure_slug" | "date";

export const resources: readonly Resource[] = [...catalogResources, ...ledgerResources, ...computedResources];

const byName = new Map(
  resources.flatMap((r) => [r.slug, ...r.aliases].map((name): [string, Resource] => [name, r])),
);

/** The resource at a path segment such as `assets` or `protocols`. */
export const resourceByName = (name: string): Resource | undefined => byName.get(name);

/** The field of a resource with a wire name or alias. */
export const fieldByName = (resource: Pick<Resource, "fields">, name: string): Field | undefined =>
  resource.fields.find((f) => f.name === name) ?? resource.fields.find((f) => f.aliases.includes(name));
