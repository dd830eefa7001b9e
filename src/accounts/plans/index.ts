/** Plans and trials. */

export { type PlanState, readPlan } from "./readPlan";
export { setPlan } from "./setPlan";
