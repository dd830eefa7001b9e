/**
 * The kinds of entity: what rows refer to, figures are grouped by, metrics are kept for and search finds. To add a
 * kind, describe its resource and declare it here, or declare it as a firm (`vocabulary/firms.ts`); `referenceFields`
 * makes the fields by which other rows name one.
 */

import { type Firm, firms } from "../vocabulary/firms";

/** What is declared of a kind of entity. */
interface EntityDraft<Kind extends string = string> {
  /** Its name: `entity_type` on the wire. */
  kind: Kind;
  /** Slug of the resource that lists them. */
  resource: string;
  /** What one is called in the rows that name one, and as a grouping. */
  label: string;
  /** What the fields that name one begin with (`protocol_id`, `protocol_slug`, `protocol_name`). */
  prefix: string;
  /** Other beginnings that mean the same. */
  prefixAliases: readonly string[];
  /** Whether metrics are kept for each of them. */
  hasMetrics: boolean;
  /** How figures are grouped by it; null where a listing has no single one. */
  grouping: {
    /** Wire value of `groupBy`, and other values that mean it. */
    name: string;
    aliases: readonly string[];
    /** Whether listings of one asset may belong to different ones. */
    splitsAssets: boolean;
    /** Name of the group of listings that have none. */
    noneLabel: string;
  } | null;
  /** Path of the page of one, `:slug` for its slug; null where there is none. */
  page: string | null;
  /** What the page shows, where it is the profile that kinds have in common; null where it is a screen of its own. */
  profile: EntityProfile | null;
  /** How the global search shows one; null where it does not. */
  search: EntitySearch<Kind> | null;
}

/** The profile that kinds have in common: figures, what they are made of, facts and assets. */
interface EntityProfile {
  /** As in "Assets *on* Securitize". */
  preposition: string;
  /** Facts in their card: names of fields of the kind's resource. */
  facts: readonly string[];
}

/** Names of fields of the kind's resource. */
export interface EntitySearch<Kind extends string = EntityKind> {
  label: string;
  /** What tells it from others of the same name; what repeats the label is left out. */
  sublabel: readonly string[];
  /** What is added where several have the same sublabel. */
  apart: readonly string[];
  keywords: readonly string[];
  addresses: readonly string[];
  /** The kind whose page an entry leads to, where it is not its own. */
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

/** Who a firm is. */
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

/** Label of what is kept in an issuer's books and on no network. */
export const OFF_CHAIN_LABEL = "Off-Chain";

/** A kind that rows refer to and nothing else. */
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

/** A kind by which figures are grouped, with metrics of each. */
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
      // An asset that says nothing of one may have one.
      noneLabel: `${isStated ? "No" : "Unknown"} ${label.toLowerCase()}`,
    },
    page: (pages === null ? null : `/${resource}/:slug`) as PageOf<F>,
    profile: (pages === null ? null : firmProfile(pages.preposition)) as ProfileOf<F>,
    // What is found leads to its page.
    search: pages === null ? null : byLegalName,
  }) as const;

type OfFirms<Firms extends readonly Firm[]> = {
  readonly [At in keyof Firms]: ReturnType<typeof ofFirm<Firms[At]>>;
};
// The type of `map` forgets what stands where.
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
      // Every asset has one; the catalog does not know all.
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
/** The kinds for which metrics are kept. */
export type EntityType = Extract<Declared, { hasMetrics: true }>["kind"];
type DeclaredAs<Kind extends EntityKind> = Extract<Declared, { kind: Kind }>;
/** Slug of the resource that lists a kind. */
export type ResourceOf<Kind extends EntityKind> = DeclaredAs<Kind>["resource"];

export type Entity = EntityDraft<EntityKind>;

type Profiled = Extract<Declared, { profile: EntityProfile }>;
/** The kinds whose page is the profile that kinds have in common. */
export const profiledEntities: readonly Profiled[] = declared.filter(
  (entity): entity is Profiled => entity.profile !== null,
);

/** Every kind, in the order in which groupings and search list them. */
export const entities: readonly Entity[] = declared;

const isTyped = (entity: Declared): entity is Extract<Declared, { hasMetrics: true }> => entity.hasMetrics;
export const entityTypes: readonly EntityType[] = declared.filter(isTyped).map(({ kind }) => kind);

/** What figures are of and watches about: an entity, or the whole catalog. */
export const subjectTypes = [...entityTypes, "catalog"] as const;
export type SubjectType = (typeof subjectTypes)[number];

/** What is said of the subject that is no entity. */
export const WHOLE_CATALOG = "All assets";

export const entityKinds: readonly EntityKind[] = declared.map(({ kind }) => kind);

/** What is declared of a kind. */
export function entityOf<Kind extends EntityKind>(kind: Kind): DeclaredAs<Kind> {
  const entity = declared.find((one): one is DeclaredAs<Kind> => one.kind === kind);
  if (entity === undefined) throw new Error(`No kind of entity is declared as ${kind}`);
  return entity;
}

/** What the fields that name one of a kind begin with, as the literal type that makes their names such types. */
export const prefixOf = <Kind extends EntityKind>(kind: Kind) =>
  entityOf(kind).prefix as DeclaredAs<Kind>["prefix"];

/** The kind that a resource lists; null where its rows are nothing that others refer to. */
export const kindListedBy = (resource: string): EntityKind | null =>
  declared.find((entity) => entity.resource === resource)?.kind ?? null;

/** The path of the page of an entity; null where its kind has none. */
export const entityPage = (kind: EntityKind, slug: string): string | null =>
  entities.find((entity) => entity.kind === kind)?.page?.replace(":slug", slug) ?? null;

/** The field of another resource, or of the row's own, that the values of a field are of. */
export interface FieldReference {
  /** Slug of the resource. */
  resource: string;
  /** Name of its field that holds the same value: `id`, `slug`, `name` or a code. */
  field: string;
  entity: EntityKind;
  /**
   * What the row calls the entity: the fields that name one entity begin with it, and one that stands alone is called so.
   * Null for the row itself.
   */
  as: string | null;
}

/** Says that a field holds a part of an entity, which the row calls `as`. */
export function refersTo(
  kind: EntityKind,
  field: string,
  as: string | null = entityOf(kind).prefix,
): FieldReference {
  return { resource: entityOf(kind).resource, field, entity: kind, as };
}
