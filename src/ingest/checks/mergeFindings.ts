/** Results of checks over time: what a run found, compared with the results that are open. */
import { type CheckSlug, checkOf } from "#domain/checks";
import type { EntityType } from "#domain/resources";

/** Figures that break a check. Days are days since 1970. */
export interface Finding {
  check: CheckSlug;
  type: EntityType;
  /** Id of the entity; of a figure of an asset as a whole, of the asset. */
  entityId: number;
  /** Null for figures of groups. */
  assetId: number | null;
  metricId: number;
  first: number;
  last: number;
  value: number;
  bound: number;
  /** The metric that `bound` is a value of, if it is another one. */
  boundMetricId: number | null;
  isSample: boolean;
}

/** A finding that is stored and open. */
export interface OpenResult extends Finding {
  id: number;
}

export interface Merged {
  /** Results that remain open, with the days that they cover now. */
  kept: OpenResult[];
  opened: Finding[];
  resolved: OpenResult[];
}

export interface MergeRequest {
  open: readonly OpenResult[];
  found: readonly Finding[];
  /** The first day that was checked of the subject of a result; null: it was not checked. */
  checkedFrom: (result: Finding) => number | null;
}

const seriesOf = ({ check, type, entityId, metricId, boundMetricId }: Finding) =>
  `${check} ${type} ${entityId} ${metricId} ${boundMetricId ?? ""}`;

/**
 * A result stays the same one while its days continue, so that its age and its id do. Days before the first checked one
 * have not changed, and what was found on them remains.
 */
export function mergeFindings({ open, found, checkedFrom }: MergeRequest): Merged {
  const remaining = new Map<string, Finding[]>();
  for (const finding of found) {
    const known = remaining.get(seriesOf(finding));
    if (known === undefined) remaining.set(seriesOf(finding), [finding]);
    else known.push(finding);
  }
  const take = (result: Finding, matches: (finding: Finding) => boolean): Finding | undefined => {
    const known = remaining.get(seriesOf(result)) ?? [];
    const at = known.findIndex(matches);
    return at < 0 ? undefined : known.splice(at, 1)[0];
  };
  const kept: OpenResult[] = [];
  const resolved: OpenResult[] = [];
  for (const result of open) {
    const from = checkedFrom(result);
    if (from === null || result.last < from - 1) {
      kept.push(result);
      continue;
    }
    const hasDaysBefore = checkOf(result.check).isDaily && result.first < from;
    if (hasDaysBefore) {
      const last = Math.min(result.last, from - 1);
      const next = last === from - 1 ? take(result, ({ first }) => first === from) : undefined;
      kept.push({ ...result, last: next?.last ?? last });
      continue;
    }
    // The day of a total is the current one.
    const isTotal = result.check === "parts_differ";
    const same = take(result, ({ first, last }) => isTotal || (first <= result.last && last >= result.first));
    if (same === undefined) resolved.push(result);
    else kept.push({ ...same, first: isTotal ? result.first : same.first, id: result.id });
  }
  return { kept, opened: [...remaining.values()].flat(), resolved };
}
