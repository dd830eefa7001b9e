import { groupingByName } from "#domain";
import type { Dimension } from "./referenceNames";

const dimensions: Readonly<Record<string, Dimension>> = {
  asset: "asset",
  token: "token",
  asset_class: "asset_class",
  network: "network",
  platform: "platform",
  issuer: "issuer",
  manager: "manager",
  jurisdiction_country: "jurisdiction",
};

/** What the ids of a grouping name; null where groups are plain values. */
export const dimensionOfGrouping = (grouping: string): Dimension | null =>
  dimensions[groupingByName(grouping)?.name ?? ""] ?? null;
