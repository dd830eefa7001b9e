import { CARRY_DAYS } from "#domain/metrics";
import type { MarketStore } from "#stores";
import type { Scratch } from "../scratchTables";
import { findConflicts, STAGED_COLUMNS } from "../staging/applyStaged";
import { FileError } from "../staging/fileError";
import { findImplausible, type ImplausibleValue } from "../staging/implausibleValues";
import type { Quarantine } from "../staging/quarantine";
import { createRefusalKinds, type RefusalKinds } from "../staging/refusalKinds";
import { readBytes } from "./openFile";
import type { FiguresRead } from "./readFigures";
import { recordsOf } from "./recordsOf";
import { type StageJob, stageFile } from "./stageFile";

export interface CheckedStage extends Omit<FiguresRead, "rowsRefused"> {
  /** Table with the values that can be stored. */
  staged: string;
  /** Whether they all have different keys. */
  isDistinct: boolean;
  /** Provider of the figures, as stored in rows. */
  provider: string;
  /** Rows with a rejected value, including those that contradict others. */
  rowsRefused: number;
  /** What can be stored with a warning, by kind. */
  warnings: RefusalKinds;
  /** Newest date of the values if it is too old for current figures, `YYYY-MM-DD`; null otherwise. */
  outdatedSince: string | null;
}

/**
 * Reads a file of figures into a staging table and checks it: rejected rows and warnings go to the
 * quarantine. An import stores the staged values; a dry run does not.
 * @param providerOf called once the file fits its layout
 * @throws FileError if the file is rejected as a whole; the quarantine is then empty
 */
export async function stageChecked(
  store: MarketStore,
  {
    scratch,
    providerOf,
    ...job
  }: Omit<StageJob, "staged"> & { scratch: Scratch; providerOf: () => Promise<string> },
): Promise<CheckedStage> {
  const staged = await scratch.table("staged", STAGED_COLUMNS, "(asset_id, token_id, metric_id, date, line)");
  const read: StageJob = { ...job, staged };
  const result = await stageFile(store, read).catch(async (cause: unknown) => {
    // A file that is rejected as a whole leaves nothing, including the quarantine of its first rows.
    if (cause instanceof FileError) await job.quarantine.clear();
    throw cause;
  });
  requireRows(result);
  const provider = await providerOf();
  const { isDistinct, refused, warnings } = await checkStaged(store, {
    scratch,
    read,
    result,
    quarantine: job.quarantine,
    provider,
  });
  return {
    ...result,
    staged,
    isDistinct,
    provider,
    rowsRefused: result.rowsRefused + refused,
    warnings,
    outdatedSince: await outdatedSince(store, { staged, today: job.today }),
  };
}

/** Values are carried for `CARRY_DAYS`; then the current figure is unknown. */
async function outdatedSince(
  store: MarketStore,
  { staged, today }: { staged: string; today: string },
): Promise<string | null> {
  const [row] = await store.rows<{ newest: string }>(
    `SELECT max(date) AS newest FROM ${staged} HAVING count() > 0 AND newest < {today:Date32} - ${CARRY_DAYS}`,
    { today },
  );
  return row?.newest ?? null;
}

/** @throws FileError if a file that was read to its end has no rows */
export function requireRows({ rowsRead, broken }: { rowsRead: number; broken: string | null }): void {
  if (rowsRead === 0 && broken === null) throw new FileError("The file has a header but no rows");
}

interface StagedCheck {
  scratch: Scratch;
  read: StageJob;
  result: FiguresRead;
  quarantine: Quarantine;
  provider: string;
}

/**
 * Lists the rows that contradict an earlier row or a relation between metrics. The texts of each list are
 * fetched by reading the file once more.
 * @returns number of rejected rows, and the rows that are stored with a warning, by kind
 */
async function checkStaged(store: MarketStore, { scratch, read, result, quarantine, provider }: StagedCheck) {
  const { staged } = read;
  const { nameOf } = read.resolver;
  const warnings = createRefusalKinds();
  let refused = 0;
  let again: AsyncGenerator<{ line: number; raw: string }> | null = null;
  let row = { line: -1, raw: "" };
  let refusedLine = -1;
  const closeRows = async () => {
    await again?.return(undefined);
  };
  const list = async (values: readonly ImplausibleValue[]) => {
    for (const { line, field, kind, reason, isRefused } of values) {
      if (again === null || line < row.line) {
        await closeRows();
        again = rawRows(read);
        row = { line: -1, raw: "" };
        refusedLine = -1;
      }
      while (row.line < line) {
        const next = await again.next();
        if (next.done === true) break;
        row = next.value;
      }
      quarantine.add({ line, field, kind, reason, raw: row.line === line ? row.raw : "" });
      (isRefused ? result.kinds : warnings).count({ line, kind, reason });
      if (isRefused && line !== refusedLine) {
        refused += 1;
        refusedLine = line;
      }
      if (quarantine.isFull) await quarantine.flush();
    }
  };
  const kind = "contradicts an earlier row";
  try {
    const { isDistinct } = await findConflicts(store, {
      scratch,
      staged,
      nameOf,
      onPage: (conflicts) => list(conflicts.map((conflict) => ({ ...conflict, kind, isRefused: true }))),
    });
    await findImplausible(store, { scratch, staged, isDistinct, provider, nameOf, onPage: list });
    await quarantine.flush();
    return { isDistinct, refused, warnings };
  } finally {
    // Closes the file before its end.
    await closeRows();
  }
}

async function* rawRows(read: StageJob): AsyncGenerator<{ line: number; raw: string }> {
  for await (const records of recordsOf(read, readBytes(read.file), { names: [] })) yield* records;
}
