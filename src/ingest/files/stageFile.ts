import type { MarketStore } from "#stores";
import { StagedColumns } from "../staging/stagedColumns";
import { readBytes } from "./openFile";
import { type FiguresJob, type FiguresRead, readFigures } from "./readFigures";
import type { TextFile } from "./recordsOf";

export interface StageJob extends FiguresJob {
  file: TextFile;
  /** Table that takes the values. */
  staged: string;
  onProgress: (progress: { bytesRead: number; rows: number }) => void;
}

const BATCH_VALUES = 400_000;

/**
 * Reads a file into the staging table, rejected rows into quarantine. One batch is inserted while the next
 * one is read, so memory contains two batches regardless of the size of the file.
 * @throws LayoutError if the file as a whole does not fit its mapping
 */
export async function stageFile(store: MarketStore, job: StageJob): Promise<FiguresRead> {
  const { file, quarantine, onProgress } = job;
  let bytesRead = 0;
  const reading = readBytes(file, (bytes) => {
    bytesRead = bytes;
  });
  const staged = new StagedColumns();
  let inserting: Promise<void> = Promise.resolve();
  const insert = async () => {
    const columns = staged.take();
    await inserting;
    inserting = store.insertColumns(job.staged, columns);
    // A failure is thrown by the next await; it must not count as unhandled until then.
    inserting.catch(() => undefined);
  };
  const read = await readFigures(reading, job, {
    staged,
    onBlock: async (rows) => {
      if (staged.count >= BATCH_VALUES) await insert();
      onProgress({ bytesRead, rows });
    },
  }).catch(async (cause: unknown) => {
    // Awaits the insert in flight before its table is dropped.
    await inserting.catch(() => undefined);
    throw cause;
  });
  if (staged.count > 0) await insert();
  await inserting;
  await quarantine.flush();
  return read;
}
