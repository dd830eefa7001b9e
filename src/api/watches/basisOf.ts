import { createHash } from "node:crypto";
import type { WatchReader } from "#accounts";

/**
 * Hash of the policy terms that determine which rows an owner can read. Names, assignments and rate limits of policies
 * do not affect it.
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
