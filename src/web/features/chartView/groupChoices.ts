import { type SplitResource, splitNamed } from "#domain";
import type { ChartChoice } from "../../charts/ChartControls";
import { NO_GROUP } from "./chartSearch";

/** Groupings as options of a picker. */
export const groupChoices = (groups: readonly string[], resource: SplitResource = "tokens"): ChartChoice[] =>
  groups.map((name) => ({
    value: name,
    label: name === NO_GROUP ? "Total only" : (splitNamed(resource, name)?.label ?? name),
  }));

/** ` by network`, or blank without a grouping. */
export const groupWords = (group: string, resource: SplitResource = "tokens"): string => {
  const split = splitNamed(resource, group);
  return split === undefined ? "" : ` by ${split.label.toLowerCase()}`;
};
