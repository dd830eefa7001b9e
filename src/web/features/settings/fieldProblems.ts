import type { z } from "zod";
import { isApiError } from "../../rpc/apiError";

/** Name of a field → what is wrong with it. */
export type FieldProblems = Readonly<Record<string, string>>;

/** What a schema finds wrong with each field; the first problem of each counts. */
export function problemsOfIssues(issues: readonly z.core.$ZodIssue[]): FieldProblems {
  const problems: Record<string, string> = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? "");
    if (!Object.hasOwn(problems, field)) problems[field] = issue.message;
  }
  return problems;
}

/** What the server found wrong with each field; the last part of `profile.company` names the field. */
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
