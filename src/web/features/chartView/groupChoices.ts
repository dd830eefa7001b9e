import { type Group, type SplitResource, splitNamed, wordsOfValue } from "#domain";
import type { ChartChoice } from "../../charts/ChartControls";
import { NO_GROUP } from "./chartSearch";

/** Ways to split figures as a picker offers them. */
export const groupChoices = (groups: readonly string[], resource: SplitResource = "tokens"): ChartChoice[] =>
  groups.map((name) => ({
    value: name,
    label: name === NO_GROUP ? "Total only" : (splitNamed(resource, name)?.label ?? name),
  }));

/** ` by network`, or nothing where figures are not split. */
export const groupWords = (group: string, resource: SplitResource = "tokens"): string => {
  const split = splitNamed(resource, group);
  return split === undefined ? "" : ` by ${split.label.toLowerCase()}`;
};

/** Values of an enumeration are no names: they are written as words. */
export function groupName({ type, name }: Pick<Group, "type" | "name">, resource: SplitResource): string {
  const split = splitNamed(resource, type);
  if (split === undefined || split.grouping?.entity != null || split.slugField?.endsWith("slug")) return name;
  return split.nameField === null ? wordsOfValue(name) : name;
}
