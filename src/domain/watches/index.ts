/** Watches: conditions, judging, wording and delivery plans. */

export * from "./advanceWatch";
export * from "./conditionWords";
export * from "./deliveryPlan";
export * from "./firingWords";
export * from "./judgeWatch";
export * from "./watchKinds";
export * from "./watchSchema";
