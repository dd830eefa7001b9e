/** The input to create or change a watch, and the stored condition. */
import { z } from "zod";
import { metricByName } from "../metrics/catalogue";
import { plainLine } from "../people/plainText";
import { storedId } from "../people/storedId";
import { subjectTypes } from "../resources/entities";
import { isUnitKind } from "../resources/perUnit";
import { watchCadences, watchChangeDays, watchKindOf, watchReceivers, watchTextLimits } from "./watchKinds";

const metric = z
  .string()
  .max(200)
  .refine((name) => metricByName(name)?.slug === name, { error: "Choose a metric" });
const number = z.number({ error: "Enter a number" });
const amount = number.min(-1e18).max(1e18);
const positive = number.gt(0, "Enter a number above zero").max(1e18);

export const watchConditionSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("threshold"),
    metric,
    direction: z.enum(["above", "below"]),
    value: amount,
  }),
  z.object({
    kind: z.literal("change"),
    metric,
    days: z.literal(watchChangeDays),
    direction: z.enum(["up", "down", "either"]),
    by: z.enum(["percent", "amount"]),
    value: positive,
  }),
  z.object({
    kind: z.literal("staleness"),
    metric,
    days: number
      .int("Enter a whole number")
      .min(1, "Enter at least 1 day")
      .max(365, "Enter at most 365 days"),
  }),
  z.object({
    kind: z.literal("depeg"),
    percent: positive.max(100, "Enter at most 100 percent"),
  }),
  z.object({ kind: z.literal("attestation_overdue") }),
  z.object({ kind: z.literal("new_token") }),
  z.object({ kind: z.literal("new_asset") }),
  z.object({ kind: z.literal("event") }),
  z.object({ kind: z.literal("check") }),
]);
export type WatchCondition = z.output<typeof watchConditionSchema>;

export const watchSubjectSchema = z.object({
  type: z.enum(subjectTypes),
  /** Null for the whole catalog. */
  id: storedId.nullable(),
});
export type WatchSubject = z.output<typeof watchSubjectSchema>;

export const watchDraftSchema = z
  .object({
    /** Blank takes the words of the condition. */
    name: plainLine(watchTextLimits.name),
    subject: watchSubjectSchema,
    condition: watchConditionSchema,
    /** Null sends no mail. */
    cadence: z.enum(watchCadences.map(({ cadence }) => cadence)).nullable(),
    receivers: z.enum(watchReceivers.map(({ to }) => to)),
    endpointId: z.uuid().nullable(),
  })
  .superRefine(({ subject, condition, cadence, endpointId }, context) => {
    if (!watchKindOf(condition.kind).subjects.includes(subject.type)) {
      context.addIssue({ code: "custom", path: ["condition"], message: "Choose another condition" });
    }
    if ("metric" in condition && metricByName(condition.metric)?.isPerUnit && !isUnitKind(subject.type)) {
      context.addIssue({
        code: "custom",
        path: ["condition", "metric"],
        message: "This is a figure of one unit: watch an asset or a token",
      });
    }
    if ((subject.type === "catalog") !== (subject.id === null)) {
      context.addIssue({ code: "custom", path: ["subject"], message: "Choose what to watch" });
    }
    if (cadence === null && endpointId === null) {
      context.addIssue({ code: "custom", path: ["cadence"], message: "Choose email, a webhook or both" });
    }
  });
export type WatchDraft = z.output<typeof watchDraftSchema>;
