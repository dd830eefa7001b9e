/** The splits of figures from which a reader chooses, in charts and in tables of totals. */

import { wordsOfValue } from "../vocabulary/valueWords";
import { assetsResource } from "./assets";
import { entityOf } from "./entities";
import { type Grouping, type GroupingName, groupingByName, groupings } from "./groups";
import { loansResource, poolsResource } from "./ledgerResources";
import { fieldReferringTo, type Resource } from "./resource";
import { tokensResource } from "./tokens";

/** Resources with series. */
export const splitResources = ["assets", "tokens", "pools", "loans"] as const;
export type SplitResource = (typeof splitResources)[number];

/** Names of the splits on screens. */
export type SplitName = GroupingName | "pool" | "loan" | "status" | "sector" | "collateral_type" | "region";

export interface Split {
  /** Wire value of `groupBy`. */
  name: string;
  label: string;
  /** The grouping by an entity; null for values of a field. */
  grouping: Grouping | null;
  /** Field of the resource with the slug of a row's group, by which groups are chosen; null for none. */
  slugField: string | null;
  /** Text field with its name; null for none. */
  nameField: string | null;
}

const byGrouping = (grouping: Grouping): Split => ({
  name: grouping.name,
  label: grouping.label,
  grouping,
  slugField: grouping.slugColumn,
  nameField: grouping.nameColumn,
});

/** Plain values of a field. Fields that refer to an entity are groupings or parts of one. */
const byFields = ({ fields }: Resource): Split[] =>
  fields
    .filter(
      ({ groupable, refersTo, name }) =>
        groupable && refersTo === null && groupingByName(name) === undefined && name !== "is_sample",
    )
    .map(({ name, label, type }) => ({
      name,
      label,
      grouping: null,
      // Booleans are not usable in a list of names.
      slugField: type === "boolean" ? null : name,
      nameField: type === "string" ? name : null,
    }));

/** An entity to which loans or pools refer. */
function byReference(resource: Resource, kind: "pool" | "platform" | "network" | "asset"): Split {
  const field = (part: string) => fieldReferringTo(resource, kind, part)?.name ?? null;
  const { label } = entityOf(kind);
  return {
    name: kind,
    label,
    grouping: groupingByName(kind) ?? null,
    slugField: field("slug"),
    nameField: field("name"),
  };
}

const lenders = ["platform", "network", "asset"] as const;

const splits: Readonly<Record<SplitResource, readonly Split[]>> = {
  tokens: [...groupings.map(byGrouping), ...byFields(tokensResource)],
  assets: [
    // An asset can be on several networks, but series of assets do not distinguish its tokens.
    ...groupings.filter(({ name }) => name !== "token").map(byGrouping),
    ...byFields(assetsResource),
  ],
  pools: (["pool", ...lenders] as const).map((kind) => byReference(poolsResource, kind)),
  loans: [
    { name: "loan", label: "Loan", grouping: null, slugField: null, nameField: "name" },
    ...(["pool", ...lenders] as const).map((kind) => byReference(loansResource, kind)),
    ...byFields(loansResource),
  ],
};

/** The splits of figures of a resource. */
export const splitsOf = (resource: SplitResource): readonly Split[] => splits[resource];

/** The split of a resource with a name, its own or that of its grouping. */
export function splitNamed(resource: SplitResource, name: string): Split | undefined {
  const own = groupingByName(name)?.name ?? name;
  return splits[resource].find((split) => split.name === own);
}

/** The name of a group for readers. Values of an enumeration are written as words. */
export function groupName({ type, name }: { type: string; name: string }, resource: SplitResource): string {
  const split = splitNamed(resource, type);
  const isEnumeration =
    split?.nameField === null || (split?.grouping?.entity === null && split.grouping.members === null);
  return isEnumeration ? wordsOfValue(name) : name;
}
