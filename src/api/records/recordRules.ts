import type { RecordRules } from "#accounts/records";
import { policyProblems } from "./policyProblems";

/** Validation rules by kind for records saved by administrators, where validation needs more than the people store. */
export const recordRules: RecordRules = { api_access_policies: policyProblems };
