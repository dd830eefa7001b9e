import { cutText } from "#domain";
import type { MarketStore, Row } from "#stores";
import type { Refusal } from "./parsed";

export interface RefusedRow extends Refusal {
  line: number;
  field: string;
  raw: string;
}

const BATCH_ROWS = 5_000;
/** Characters of a refused row that are kept. */
const RAW_LENGTH = 4096;

/** Keeps refused rows, with constant memory. */
export function createQuarantine(
  store: MarketStore,
  { sourceId, fileName }: { sourceId: number; fileName: string },
) {
  let rows: Row[] = [];
  const at = new Date().toISOString().replace("T", " ").replace("Z", "");
  const flush = async () => {
    const batch = rows;
    rows = [];
    await store.insert("quarantine", batch);
  };
  return {
    add({ line, field, kind, reason, raw }: RefusedRow): void {
      rows.push({
        source_id: sourceId,
        file_name: fileName,
        line,
        field,
        kind,
        reason,
        raw: cutText(raw, RAW_LENGTH),
        at,
      });
    },
    /** Whether enough has come together to be written. */
    get isFull() {
      return rows.length >= BATCH_ROWS;
    },
    flush,
    /** Forgets what an earlier reading of the same rows refused: of all of them, or of those after a line. */
    clear: async (after = 0) => {
      const rows = "quarantine WHERE source_id = {sourceId:UInt32} AND line > {after:UInt64}";
      const [found] = await store.rows(`SELECT 1 FROM ${rows} LIMIT 1`, { sourceId, after });
      if (found !== undefined) await store.run(`DELETE FROM ${rows}`, { sourceId, after });
    },
  };
}

export type Quarantine = ReturnType<typeof createQuarantine>;
