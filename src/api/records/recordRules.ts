import type { RecordRules } from "#accounts/records";
import { DomainError, type InputProblem } from "#domain/errors";
import { type Filter, isFilterGroup, parseQuery } from "#domain/query";
import type { RecordValues } from "#domain/records";
import { rowFilterProblems } from "#market";

/** Contradictions within a policy. */
export const policyProblems = (policy: RecordValues): InputProblem[] => [
  ...denyProblems(policy),
  ...filterProblems(policy),
];

/** A denial has no terms: it covers resources and actions, or the named fields. */
function denyProblems(policy: RecordValues): InputProblem[] {
  if (policy.effect !== "deny") return [];
  return ["rowFilter", "historyDays", "requestsPerMinute", "rowsPerMonth"].flatMap((path) =>
    policy[path] === null || policy[path] === ""
      ? []
      : [{ path, message: "Leave this blank in a deny policy; use an allow policy instead" }],
  );
}

function filterProblems({ rowFilter, resources }: RecordValues): InputProblem[] {
  if (typeof rowFilter !== "string" || rowFilter === "") return [];
  const filter = readFilter(rowFilter);
  if (!("operator" in filter)) return [{ path: "rowFilter", message: filter.problem }];
  const [first] = rowFilterProblems(filter, Array.isArray(resources) ? resources : []);
  if (first === undefined) return [];
  const field = fieldAt(filter, first.path);
  return [
    {
      path: "rowFilter",
      message: field === null ? `${first.path}: ${first.message}` : `${field}: ${first.message}`,
    },
  ];
}

/** The field of the condition at a path such as `filter.filters[1].value`; null if the path leads to none. */
function fieldAt(filter: Filter, path: string): string | null {
  const steps = [...path.matchAll(/filters\[(\d+)\]/g)].map(([, index]) => Number(index));
  const found = steps.reduce<Filter | undefined>(
    (at, index) => (at !== undefined && isFilterGroup(at) ? at.filters[index] : undefined),
    filter,
  );
  return found === undefined || isFilterGroup(found) ? null : found.field;
}

function readFilter(text: string): Filter | { problem: string } {
  try {
    return parseQuery({ filter: JSON.parse(text) }).filter ?? { problem: "Enter a filter with an operator" };
  } catch (error) {
    return { problem: error instanceof DomainError ? error.message : "Enter a filter in JSON" };
  }
}

/** Validation rules by kind for records saved by administrators, where validation needs more than the people store. */
export const recordRules: RecordRules = { api_access_policies: policyProblems };
