/** Marks a reported value as wrong, lists such marks, and lifts one. */
import { z } from "zod";
import { isUuid } from "#accounts/audit";
import { readUser } from "#accounts/users";
import { currentDay } from "#domain/days";
import { ConflictError } from "#domain/errors";
import {
  findValue,
  type ListedMark,
  listMarks,
  reasonSchema,
  reportSupersession,
  restoreValue,
  supersedeValue,
  valueRequestSchema,
} from "#ingest";
import type { Application } from "../application";
import { operation, type Report } from "./operation";
import { restoreSample } from "./sample";

const settings = ["SOURCE_PRECEDENCE", "CATALOG_DIR", "BUNDLED_CATALOG"] as const;

/** How readers see who marked a value, unless another name is given. */
const SIGNED_BY_ADMINISTRATOR = "an administrator";
const SIGNED_BY_OPERATOR = "the operator";

/** What superseding a value would change, as text, and what it is confirmed with. */
export const previewSupersedeOperation = operation({
  input: valueRequestSchema,
  changesMarketData: false,
  settings: [...settings],
  run: async ({ market, catalog }, request) => {
    const { summary, value, source } = await reportSupersession(market, catalog, {
      request,
      today: currentDay(),
    });
    return { summary, value, source };
  },
});

const signature = z
  .string()
  .trim()
  .max(80)
  .refine((text) => !/[\p{Cc}\p{Bidi_Control}]/u.test(text), "must be one line of plain text");

const onDerive =
  (report: Report) =>
  ({ assetsDone, assetsTotal }: { assetsDone: number; assetsTotal: number }) =>
    report(assetsTotal === 0 ? 1 : assetsDone / assetsTotal, "Deriving the asset again");

/** Supersedes what was previewed. `value` is that of the preview. */
export const supersedeOperation = operation({
  input: valueRequestSchema.extend({
    value: z.number(),
    reason: reasonSchema,
    /** Shown with the figure. Empty: whether it was an administrator or the operator. */
    signature: signature.default(""),
  }),
  changesMarketData: true,
  settings: [...settings],
  audit: ({ entity, metric, date, source, reason }) => ({
    action: "supersede value",
    subject: `${metric} of ${entity} on ${date}${source === null ? "" : ` (${source})`}: ${reason}`,
    subjectKind: "observation",
  }),
  run: async (application, input, report, { actor }) => {
    const { market, catalog } = application;
    const stored = await findValue(market, catalog, input);
    if (stored.value !== input.value) {
      throw new ConflictError(
        `The value is now ${stored.value}, no longer ${input.value}. Show again what would change, and confirm that.`,
      );
    }
    const { mark, applied } = await supersedeValue(market, {
      stored,
      reason: input.reason,
      actor,
      signature:
        input.signature !== ""
          ? input.signature
          : isUuid(actor)
            ? SIGNED_BY_ADMINISTRATOR
            : SIGNED_BY_OPERATOR,
      today: currentDay(),
      onDerive: onDerive(report),
    });
    const hasSample = applied.unobserved > 0 && (await restoreSample(application, report));
    const sample = hasSample ? " The asset has no other reported value: it shows sample figures again." : "";
    return {
      message: `Superseded: ${input.metric} of ${input.entity} on ${input.date}, ${mark.value}. It is no longer used, and its explanation says why.${sample} Mark ${mark.id} can be lifted.`,
    };
  },
});

export const restoreOperation = operation({
  input: z.object({ id: z.int().positive() }),
  changesMarketData: true,
  settings: [...settings],
  audit: ({ id }) => ({
    action: "restore value",
    subject: `mark ${id}`,
    subjectKind: "observation",
  }),
  run: async ({ market, catalog }, { id }, report, { actor }) => {
    const listed = (await listMarks(market, catalog)).find((one) => one.id === id);
    const { isServedAgain } = await restoreValue(market, {
      id,
      actor,
      today: currentDay(),
      onDerive: onDerive(report),
    });
    const what = `${listed?.metric} of ${listed?.entity} on ${listed?.date}, ${listed?.value}`;
    return {
      message: isServedAgain
        ? `Restored: ${what}. It counts again.`
        : `The mark is lifted: ${what}. The value itself is not stored: its source has reported another one since, or its import was taken back.`,
    };
  },
});

/** Every mark, with the address of the account that set or lifted it, if it still exists. */
export async function readMarkList({
  market,
  catalog,
  people,
}: Pick<Application, "market" | "catalog" | "people">): Promise<ListedMark[]> {
  const marks = await listMarks(market, catalog);
  const actors = new Set(marks.flatMap(({ markedBy, liftedBy }) => [markedBy, liftedBy ?? ""]));
  const names = new Map<string, string>();
  for (const actor of actors) {
    if (isUuid(actor)) names.set(actor, (await readUser(people, actor))?.email ?? "a former account");
  }
  const nameOf = (actor: string) => names.get(actor) ?? actor;
  return marks.map((mark) => ({
    ...mark,
    markedBy: nameOf(mark.markedBy),
    liftedBy: mark.liftedBy === null ? null : nameOf(mark.liftedBy),
  }));
}

export const listMarksOperation = operation({
  input: z.object({}),
  changesMarketData: false,
  run: readMarkList,
});
