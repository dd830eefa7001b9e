/**
 * The kinds of entities, which are referenced by rows, group figures, have metrics and are found by search.
 * To add a kind, describe its resource and declare it here, or declare it as a firm (`vocabulary/firms.ts`);
 * `referenceFields` creates the fields of references to it.
 */

import { type Firm, firms } from "../vocabulary/firms";

/** The declaration of a kind of entity. */
interface EntityDraft<Kind extends string = string> {
  /** Name: `entity_type` on the wire. */
  kind: Kind;
  /** Slug of the resource that lists them. */
  resource: string;
  /** Label in rows that refer to one, and as a grouping. */
  label: string;
  /** Prefix of the fields of references to one (`protocol_id`, `protocol_slug`, `protocol_name`). */
  prefix: string;
  /** Alternative prefixes. */
  prefixAliases: readonly string[];
  /** Whether metrics are stored for each of them. */
  hasMetrics: boolean;
  /** Grouping of figures; null if a listing has no single entity of the kind. */
  grouping: {
    /** Wire value of `groupBy`, and its aliases. */
    name: string;
    aliases: readonly string[];
    /** Whether listings of one asset can belong to different ones. */
    splitsAssets: boolean;
    /** Name of the group of listings without one. */
    noneLabel: string;
  } | null;
  /** Path of the page of one, with `:slug`; null for none. */
  page: string | null;
  /** Content of the page if it is the common profile; null if it is its own screen. */
  profile: EntityProfile | null;
  /** How the global search shows one; null if it does not. */
  search: EntitySearch<Kind> | null;
}

/** The common profile: figures, their breakdown, facts and assets. */
interface EntityProfile {
  /** As in "Assets *on* Securitize". */
  preposition: string;
  /** Facts in their card: names of fields of the kind's resource. */
  facts: readonly string[];
}

/** Names of fields of the kind's resource. */
export interface EntitySearch<Kind extends string = EntityKind> {
  label: string;
  /** Distinguishes entities of the same name. Parts equal to the label are left out. */
  sublabel: readonly string[];
  /** Appended where several have the same sublabel. */
  apart: readonly string[];
  keywords: readonly string[];
  addresses: readonly string[];
  /** The kind whose page an entry links to, if not its own. */
  leadsTo: Kind | null;
}

const byName = {
  label: "name",
  sublabel: [],
  apart: [],
  keywords: [],
  addresses: [],
  leadsTo: null,
} as const;
const byLegalName = { ...byName, sublabel: ["legal_name"] } as const;

/** Facts about a firm. */
export const firmFacts = [
  "legal_name",
  "lei",
  "cik",
  "register_number",
  "legal_source_url",
  "jurisdiction_country_name",
  "founded_date",
  "website",
  "source_url",
] as const;

const firmProfile = (preposition: string) => ({ preposition, facts: firmFacts }) as const;

/** Label of units in an issuer's books, on no network. */
export const OFF_CHAIN_LABEL = "Off-Chain";

/** A kind that is only referenced by rows. */
const referred = <const Kind extends string, const Slug extends string>(
  kind: Kind,
  resource: Slug,
  label: string,
) =>
  ({
    kind,
    resource,
    label,
    prefix: kind,
    prefixAliases: [],
    hasMetrics: false,
    grouping: null,
    page: null,
    profile: null,
    search: null,
  }) as const;

/** A kind that groups figures, with metrics for each. */
const measured = <const Kind extends string, const Slug extends string>(
  kind: Kind,
  resource: Slug,
  label: string,
) => ({ ...referred(kind, resource, label), hasMetrics: true, grouping: groupingBy(kind, label) }) as const;

const groupingBy = <const Name extends string>(name: Name, label: string) => ({
  name,
  aliases: [],
  splitsAssets: false,
  noneLabel: `No ${label.toLowerCase()}`,
});

type PageOf<F extends Firm> = F["pages"] extends null ? null : `/${F["resource"]}/:slug`;
type ProfileOf<F extends Firm> = F["pages"] extends null ? null : ReturnType<typeof firmProfile>;

const ofFirm = <const F extends Firm>({ kind, resource, label, isStated, pages }: F) =>
  ({
    ...measured<F["kind"], F["resource"]>(kind, resource, label),
    grouping: {
      ...groupingBy<F["kind"]>(kind, label),
      // An asset without a stated one can still have one.
      noneLabel: `${isStated ? "No" : "Unknown"} ${label.toLowerCase()}`,
    },
    page: (pages === null ? null : `/${resource}/:slug`) as PageOf<F>,
    profile: (pages === null ? null : firmProfile(pages.preposition)) as ProfileOf<F>,
    // Results link to its page.
    search: pages === null ? null : byLegalName,
  }) as const;

type OfFirms<Firms extends readonly Firm[]> = {
  readonly [At in keyof Firms]: ReturnType<typeof ofFirm<Firms[At]>>;
};
// `map` loses the tuple type.
const ofFirms = firms.map(ofFirm) as unknown as OfFirms<typeof firms>;

const declared = [
  {
    ...measured("asset", "assets", "Asset"),
    page: "/assets/:slug",
    search: { ...byName, sublabel: ["ticker", "asset_class_name"], keywords: ["ticker", "isin"] },
  },
  {
    ...measured("token", "tokens", "Token"),
    grouping: { ...groupingBy("token", "Token"), splitsAssets: true },
    search: {
      ...byName,
      label: "symbol",
      sublabel: ["asset_name", "network_name"],
      apart: ["is_bridged", "address"],
      addresses: ["address"],
      leadsTo: "asset",
    },
  },
  {
    ...measured("asset_class", "asset_classes", "Asset class"),
    grouping: { ...groupingBy("asset_class", "Asset class"), aliases: ["assetClass"] },
    page: "/:slug",
  },
  {
    ...measured("network", "networks", "Network"),
    grouping: { ...groupingBy("network", "Network"), splitsAssets: true, noneLabel: OFF_CHAIN_LABEL },
    page: "/networks/:slug",
    search: { ...byName, keywords: ["slug_aliases"] },
  },
  {
    ...measured("platform", "platforms", "Platform"),
    prefix: "protocol",
    prefixAliases: ["platform"],
    grouping: { ...groupingBy("platform", "Platform"), aliases: ["protocol"] },
    page: "/platforms/:slug",
    profile: firmProfile("on"),
    search: byLegalName,
  },
  ...ofFirms,
  {
    ...measured("jurisdiction", "jurisdictions", "Jurisdiction"),
    prefix: "jurisdiction_country",
    prefixAliases: ["jurisdiction"],
    grouping: {
      ...groupingBy("jurisdiction_country", "Jurisdiction"),
      aliases: ["jurisdiction"],
      // Every asset has one; the catalog does not state all.
      noneLabel: "Unknown jurisdiction",
    },
  },
  referred("service_provider", "service_providers", "Service provider"),
  referred("pool", "pools", "Pool"),
  { ...referred("investment", "investments", "Investment"), page: "/investments/:slug" },
] as const satisfies readonly EntityDraft[];

type Declared = (typeof declared)[number];
export type EntityKind = Declared["kind"];
/** Names of the groupings by kinds of entity. */
export type EntityGrouping = NonNullable<Declared["grouping"]>["name"];
/** Slugs of the resources whose rows carry metrics. */
export type MeasuredResource = Extract<Declared, { hasMetrics: true }>["resource"];
/** The kinds with stored metrics. */
export type EntityType = Extract<Declared, { hasMetrics: true }>["kind"];
type DeclaredAs<Kind extends EntityKind> = Extract<Declared, { kind: Kind }>;
/** Slug of the resource that lists a kind. */
export type ResourceOf<Kind extends EntityKind> = DeclaredAs<Kind>["resource"];

export type Entity = EntityDraft<EntityKind>;

type Profiled = Extract<Declared, { profile: EntityProfile }>;
/** The kinds whose page is the common profile. */
export const profiledEntities: readonly Profiled[] = declared.filter(
  (entity): entity is Profiled => entity.profile !== null,
);

/** Every kind, in the order of groupings and search. */
export const entities: readonly Entity[] = declared;

const isTyped = (entity: Declared): entity is Extract<Declared, { hasMetrics: true }> => entity.hasMetrics;
export const entityTypes: readonly EntityType[] = declared.filter(isTyped).map(({ kind }) => kind);

/** Subjects of figures and watches: an entity, or the whole catalog. */
export const subjectTypes = [...entityTypes, "catalog"] as const;
export type SubjectType = (typeof subjectTypes)[number];

/** Label of the subject that is not an entity. */
export const WHOLE_CATALOG = "All assets";

export const entityKinds: readonly EntityKind[] = declared.map(({ kind }) => kind);

/** The declaration of a kind. */
export function entityOf<Kind extends EntityKind>(kind: Kind): DeclaredAs<Kind> {
  const entity = declared.find((one): one is DeclaredAs<Kind> => one.kind === kind);
  if (entity === undefined) throw new Error(`No kind of entity is declared as ${kind}`);
  return entity;
}

/** The prefix of the fields of references to a kind, as a literal type, so that their names are typed. */
export const prefixOf = <Kind extends EntityKind>(kind: Kind) =>
  entityOf(kind).prefix as DeclaredAs<Kind>["prefix"];

/** The kind that a resource lists; null if its rows are not entities. */
export const kindListedBy = (resource: string): EntityKind | null =>
  declared.find((entity) => entity.resource === resource)?.kind ?? null;

/** The path of the page of an entity; null if its kind has none. */
export const entityPage = (kind: EntityKind, slug: string): string | null =>
  entities.find((entity) => entity.kind === kind)?.page?.replace(":slug", slug) ?? null;

/** The field of another resource, or of the same row, that provides the values of a field. */
export interface FieldReference {
  /** Slug of the resource. */
  resource: string;
  /** Name of its field that holds the same value: `id`, `slug`, `name` or a code. */
  field: string;
  entity: EntityKind;
  /**
   * Name of the entity in the row: the prefix of the fields that refer to it, or the name of a single field.
   * Null for the row itself.
   */
  as: string | null;
}

/** Declares that a field has a part of an entity, which the row names `as`. */
export function refersTo(
  kind: EntityKind,
  field: string,
  as: string | null = entityOf(kind).prefix,
): FieldReference {
  return { resource: entityOf(kind).resource, field, entity: kind, as };
}
