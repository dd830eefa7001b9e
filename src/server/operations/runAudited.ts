import { writeAudit } from "#accounts/audit";
import { cutText } from "#domain/text";
import type { Application } from "../application";
import type { Actor, AuditedCommand } from "./operation";

/**
 * Maximum characters of a result in the audit log. The report of an import has a line per file and reason.
 */
const DETAIL_LENGTH = 10_000;
const SUBJECT_LENGTH = 1_000;

/**
 * Runs a command and records it in the log and the audit log with its output or error: a failed command may
 * have changed data. If the audit log cannot be written, the entry is logged as an error.
 */
export async function runAudited<Output>(
  { log, people }: Pick<Application, "log" | "people">,
  { operation, ...command }: Actor & AuditedCommand & { operation: string },
  run: () => Promise<Output>,
): Promise<Output> {
  const record = async (detail: string) => {
    const subject = cutText(command.subject, SUBJECT_LENGTH);
    const entry = { ...command, subject, detail: cutText(detail, DETAIL_LENGTH).replaceAll("\0", "\ufffd") };
    await writeAudit(people.db, entry).catch((cause: unknown) => {
      log.error({ err: cause, entry }, "The audit log could not be written");
    });
  };
  const { actor } = command;
  let output: Output;
  try {
    output = await run();
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : String(cause);
    log.warn({ operation, actor, error }, "Command failed");
    await record(`Failed: ${error}`);
    throw cause;
  }
  log.info({ operation, actor, output }, "Command completed");
  await record(textOf(output));
  return output;
}

/** The sentences of a result, without its other fields. */
function textOf(output: unknown): string {
  if (typeof output !== "object" || output === null) return "";
  if ("summary" in output && typeof output.summary === "string") return output.summary;
  return "message" in output && typeof output.message === "string" ? output.message : "";
}
