import { DomainError, type Filter, type InputProblem, parseQuery, type RecordValues } from "#domain";
import { rowFilterProblems } from "#market";

/** What does not go together in a policy. */
export const policyProblems = (policy: RecordValues): InputProblem[] => [
  ...denyProblems(policy),
  ...filterProblems(policy),
];

/** A denial has no terms: it is of resources and actions, or of the fields that it names. */
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
  return first === undefined ? [] : [{ path: "rowFilter", message: `${first.path}: ${first.message}` }];
}

function readFilter(text: string): Filter | { problem: string } {
  try {
    return parseQuery({ filter: JSON.parse(text) }).filter ?? { problem: "Enter a filter with an operator" };
  } catch (error) {
    return { problem: error instanceof DomainError ? error.message : "Enter a filter in JSON" };
  }
}
