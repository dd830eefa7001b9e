import type { OpenCheck } from "#domain/api";
import { checkSeverities, isCheckSlug } from "#domain/checks";
import { checksResource } from "#domain/resources";
import type { Market } from "./market";

/** Open results of checks by check and metric: the most severe first, then the most frequent. */
export async function openChecks(market: Market): Promise<OpenCheck[]> {
  return market.remember({
    kind: "open checks",
    key: null,
    sizeOf: (found) => JSON.stringify(found).length * 2,
    make: () => readOpenChecks(market),
  });
}

async function readOpenChecks({ scope, store }: Market): Promise<OpenCheck[]> {
  const terms = scope?.termsOf(checksResource.slug);
  const needed = [
    "check_slug",
    "severity",
    "state",
    "measure_slug",
    "measure_name",
    "subject_id",
    "since",
    "last_date",
  ];
  if (terms && (terms.deniedBy !== null || needed.some((name) => terms.hidden.has(name)))) return [];
  const rows = await store.compactRows<
    [string, string, string, string, string, string, string, string, boolean]
  >(
    `SELECT check_slug, severity, measure_slug, any(measure_name), toString(count()), toString(uniqExact(subject_type, subject_id)),
        toString(toDate(min(since))), toString(max(last_date)), min(is_sample)
      FROM ${checksResource.table} FINAL WHERE state = 'open' GROUP BY check_slug, severity, measure_slug`,
  );
  const rank = ({ severity }: OpenCheck) => checkSeverities.indexOf(severity);
  return rows
    .flatMap(
      ([
        check,
        severity,
        measure,
        measureName,
        results,
        subjects,
        since,
        lastDate,
        isSample,
      ]): OpenCheck[] => {
        const known = checkSeverities.find((one) => one === severity);
        if (!isCheckSlug(check) || known === undefined) return [];
        return [
          {
            check,
            severity: known,
            measure: { slug: measure, name: measureName },
            results: Number(results),
            subjects: Number(subjects),
            since,
            last_date: lastDate,
            is_sample: Boolean(isSample),
          },
        ];
      },
    )
    .sort(
      (a, b) => rank(a) - rank(b) || b.results - a.results || a.measure.name.localeCompare(b.measure.name),
    );
}
