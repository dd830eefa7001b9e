import { createHash } from "node:crypto";
import type { WatchReader } from "#accounts";

/**
 * What tells the rows that an owner may read from those that they could read before: what their policies say of
 * reading. What a policy is called, by whom it counts and how much it lets through change nothing of it.
 */
export function basisOf({ policies }: Pick<WatchReader, "policies">): string {
  const terms = policies
    .filter(({ actions }) => actions.length === 0 || actions.includes("read"))
    .map(({ effect, resources, rowFilter, hiddenFields, historyDays }) =>
      JSON.stringify([effect, resources.toSorted(), rowFilter, hiddenFields.toSorted(), historyDays]),
    );
  return createHash("sha256")
    .update(JSON.stringify([...new Set(terms)].toSorted()))
    .digest("base64url");
}
