import { groupingByName } from "#domain";
import type { ChartChoice } from "../../charts/ChartControls";
import { NO_GROUP } from "./chartSearch";

/** Groupings as a picker offers them. */
export const groupChoices = (groups: readonly string[]): ChartChoice[] =>
  groups.map((name) => ({
    value: name,
    label: name === NO_GROUP ? "Total only" : (groupingByName(name)?.label ?? name),
  }));

/** ` by network`, or nothing where figures are not split. */
export const groupWords = (group: string): string => {
  const grouping = groupingByName(group);
  return grouping === undefined ? "" : ` by ${grouping.label.toLowerCase()}`;
};
