/**
 * The kinds of firm behind assets that have nothing of their own: a firm has a name, its identifiers and a country, and
 * an asset names one of each kind at most, by a property of that kind's name. To add a kind, declare it here: the rows
 * under `catalog/`, the resource and the entity follow.
 */

/** What is declared of a kind of firm. */
interface FirmDraft {
  /** Its name, and that of the property by which an asset names one. */
  kind: string;
  /** Slug of the resource that lists them, and the name of the file of their rows. */
  resource: string;
  /** What one is called in the rows that name one. */
  label: string;
  /** What all are called. */
  plural: string;
  /** What they are, in a sentence. */
  doc: string;
  /** What one is to an asset. */
  role: string;
  /**
   * Whether every row of an asset says who it is, `null` where that is unknown. Otherwise an asset may leave it out, and a
   * catalog the file.
   */
  isStated: boolean;
  /** Path of the page of one, `:slug` for its slug; null where there is none. */
  page: string | null;
}

export const firms = [
  {
    kind: "issuer",
    resource: "issuers",
    label: "Issuer",
    plural: "Issuers",
    doc: "Legal entities that issue the assets.",
    role: "legal issuer",
    isStated: true,
    page: "/issuers/:slug",
  },
  {
    kind: "manager",
    resource: "managers",
    label: "Asset manager",
    plural: "Asset Managers",
    doc: "Firms that manage the underlying assets.",
    role: "asset manager",
    isStated: true,
    page: "/managers/:slug",
  },
] as const satisfies readonly FirmDraft[];

/** One of the kinds that are declared. */
export type Firm = (typeof firms)[number];
export type FirmKind = Firm["kind"];
/** Slugs of the resources that list them. */
export type FirmResource = Firm["resource"];
