/**
 * The kinds of firms of assets without specific fields: a firm has a name, its identifiers and a country, and
 * an asset names one of each kind at most, by a property of that kind's name. To add a kind, declare it here:
 * the rows under `catalog/`, the resource and the entity follow, and if the kind has pages, its list, its
 * profile and its place in the menu.
 */
import type { Permission } from "./permissions";
import type { ScreenBadge } from "./screenBadge";

/** The declaration of a kind of firm. */
interface FirmDraft {
  /** Its name, and that of the property by which an asset names one. */
  kind: string;
  /** Slug of the resource that lists them, and the name of the file of their rows. */
  resource: string;
  /** What one is called in the rows that name one. */
  label: string;
  /** Label of all firms. */
  plural: string;
  /** Description in a sentence. */
  doc: string;
  /** What one is to an asset. */
  role: string;
  /**
   * Whether every row of an asset says who it is, `null` where that is unknown. Otherwise an asset may leave it out, and a
   * catalog the file.
   */
  isStated: boolean;
  /** Its list, at the name of its resource, and the profile of each below; null where there are none. */
  pages: {
    /** As in "Assets *issued by* BlackRock". */
    preposition: string;
    /** Badge of the list in the menu. */
    badge: ScreenBadge | null;
    /** Permission for its list and profiles. */
    permission: Permission;
    /** Other paths by which readers know the list. */
    aliases: readonly string[];
  } | null;
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
    pages: { preposition: "issued by", badge: "BETA", permission: "experimental", aliases: [] },
  },
  {
    kind: "manager",
    resource: "managers",
    label: "Asset manager",
    plural: "Asset Managers",
    doc: "Firms that manage the underlying assets.",
    role: "asset manager",
    isStated: true,
    pages: {
      preposition: "managed by",
      badge: "BETA",
      permission: "experimental",
      aliases: ["/asset-managers"],
    },
  },
] as const satisfies readonly FirmDraft[];

/** One of the kinds that are declared. */
export type Firm = (typeof firms)[number];
export type FirmKind = Firm["kind"];
/** The kinds of parties that an asset names at most once: platforms, then firms. */
export const partyKinds: readonly ("platform" | FirmKind)[] = ["platform", ...firms.map(({ kind }) => kind)];
/** Slugs of the resources that list them. */
export type FirmResource = Firm["resource"];

type FirmWithPages = Exclude<Firm, { pages: null }>;
/** The kinds that have a list and profiles. */
export const firmsWithPages: readonly FirmWithPages[] = firms.filter(
  (firm): firm is FirmWithPages => firm.pages !== null,
);
