import { z } from "zod";
import { MOST_QUARANTINED_AT_ONCE } from "#domain/query";
import { listQuarantine, listUnserved, purgeQuarantine, quarantineSummary, unservedSummary } from "#ingest";
import type { Application } from "../application";
import { type Actor, type AuditedCommand, operation } from "./operation";
import { runAudited } from "./runAudited";

/** Maximum number of unserved series in the summary. */
const UNSERVED_SERIES = 100;

export const listQuarantineOperation = operation({
  input: z.object({
    file: z.string().min(1).nullable(),
    limit: z.number().int().min(1).max(MOST_QUARANTINED_AT_ONCE),
  }),
  changesMarketData: false,
  run: async ({ market }, input) => {
    const { rows, total, kinds } = await listQuarantine(market, input);
    const unserved = await listUnserved(market, { file: input.file, limit: UNSERVED_SERIES });
    const summary = [quarantineSummary(kinds), unservedSummary(unserved)].filter((part) => part !== "");
    return { rows, total, summary: summary.join("\n") };
  },
});

const auditPurge = ({ file }: { file: string | null }): AuditedCommand => ({
  action: "purge quarantine",
  subject: file ?? "",
  subjectKind: "quarantine",
});

async function purge({ market }: Pick<Application, "market">, file: string | null) {
  const count = await purgeQuarantine(market, file);
  const entries = `${count.toLocaleString("en-US")} ${count === 1 ? "entry" : "entries"}`;
  const from = file === null ? "the quarantine" : `the quarantine of ${file}`;
  return { message: `Removed ${entries} from ${from}. Stored figures are unchanged.` };
}

/**
 * Deletes entries of one file or all. No figures are derived from the table, so it does not wait for imports.
 */
export const purgeQuarantineOperation = operation({
  input: z.object({ file: z.string().min(1).nullable() }),
  changesMarketData: false,
  audit: auditPurge,
  run: (application, { file }) => purge(application, file),
});

/** As `purgeQuarantineOperation`, for an administrator on the page. */
export const purgeQuarantineAs = (
  application: Pick<Application, "market" | "log" | "people">,
  { actor, file }: Actor & { file: string | null },
): Promise<{ message: string }> =>
  runAudited(application, { ...auditPurge({ file }), actor, operation: "quarantine.purge" }, () =>
    purge(application, file),
  );
