/** Access policies and their explanation. */

export { createPartnerKey } from "./createPartnerKey";
export { type ExplainedAccess, explainAccess } from "./explainAccess";
export { type PolicyHolder, policiesOf, readPolicies } from "./policiesOf";
