import { entities } from "./entities";

/** Longer than any name of a field. */
const MAX_NAME = 40;

/**
 * The own name of a way to split figures, from its own or another; undefined for what can be no name. Whether there
 * is such a split, `splitNamed` tells: that takes every field, which a page reads long after its address.
 */
export function splitName(name: string): string | undefined {
  for (const { grouping } of entities) {
    if (grouping !== null && (grouping.aliases as readonly string[]).includes(name)) return grouping.name;
  }
  return name.length <= MAX_NAME && /^[a-z]+(_[a-z]+)*$/.test(name) ? name : undefined;
}
