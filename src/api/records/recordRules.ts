import type { RecordRules } from "#accounts";
import { policyProblems } from "./policyProblems";

/** What the kinds' own rules say of what administrators save: those that need more than the people store. */
export const recordRules: RecordRules = { api_access_policies: policyProblems };
