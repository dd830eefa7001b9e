import { entities } from "./entities";

/** Longer than any name of a field. */
const MAX_NAME = 40;

/**
 * The canonical name of a split by its name or alias; undefined for text that cannot be a name. `splitNamed`
 * checks whether there is such a split: that requires every field, which a page loads long after its address.
 */
export function splitName(name: string): string | undefined {
  const [, alias = name, group = ""] = /^(.+)(_group)$/.exec(name) ?? [];
  for (const { grouping } of entities) {
    if (grouping !== null && (grouping.aliases as readonly string[]).includes(alias))
      return grouping.name + group;
  }
  return name.length <= MAX_NAME && /^[a-z]+(_[a-z]+)*$/.test(name) ? name : undefined;
}
