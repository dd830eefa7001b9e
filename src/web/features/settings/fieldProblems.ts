import type { z } from "zod";
import { isApiError } from "../../rpc/apiError";

/** Error messages by field name. */
export type FieldProblems = Readonly<Record<string, string>>;

/** Schema errors by field; the first of each field. */
export function problemsOfIssues(issues: readonly z.core.$ZodIssue[]): FieldProblems {
  const problems: Record<string, string> = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? "");
    if (!Object.hasOwn(problems, field)) problems[field] = issue.message;
  }
  return problems;
}

/** Server errors by field; the last part of `profile.company` is the field. */
export function problemsOfError(error: unknown): FieldProblems {
  if (!isApiError(error)) return {};
  const found: unknown = error.data?.problems;
  if (!Array.isArray(found)) return {};
  const problems: Record<string, string> = {};
  for (const problem of found as unknown[]) {
    if (typeof problem !== "object" || problem === null) continue;
    const { path, message } = problem as { path?: unknown; message?: unknown };
    if (typeof path !== "string" || typeof message !== "string") continue;
    const field = path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path;
    if (!Object.hasOwn(problems, field)) problems[field] = message;
  }
  return problems;
}
