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
        raw: raw.slice(0, RAW_LENGTH),
        at,
      });
    },
    /** Whether enough has come together to be written. */
    get isFull() {
      return rows.length >= BATCH_ROWS;
    },
    flush,
    /** Forgets what an earlier reading of the same file refused. */
    clear: async () => {
      const known = await store.rows("SELECT 1 FROM quarantine WHERE source_id = {sourceId:UInt32} LIMIT 1", {
        sourceId,
      });
      if (known.length > 0)
        await store.run("DELETE FROM quarantine WHERE source_id = {sourceId:UInt32}", { sourceId });
    },
  };
}

export type Quarantine = ReturnType<typeof createQuarantine>;
