/** Notes statements of visitors as reads of the result that is computed (`trackedReads.ts`). */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { noteRead, noteUntrackedRead, trackedVersion } from "../work/trackedReads";
import type { TableConditions } from "./marketStore";
import type { RunStatement } from "./statementReader";

interface ReaderView {
  /** Conditions on rows that are not those of the publication. They are read by statements too. */
  conditions: TableConditions;
  /** Whether an earlier publication is read. What is computed for it can end, so its statements are not compared. */
  isDated: boolean;
}

/** Results of statements that were read again are kept for computing what changed. */
const KEPT_BYTES = 32_000_000;

let readers = 0;

/**
 * Wraps the statements of a store and of its views. Each statement is read again once for each data version at most,
 * whatever was computed from it.
 */
export function trackStatements(): (run: RunStatement, view: ReaderView) => RunStatement {
  readers += 1;
  const reader = readers;
  let keptVersion: string | null = null;
  const hashes = new Map<string, Promise<string>>();
  const kept = new LRUCache<string, Uint8Array>({ maxSize: KEPT_BYTES });

  const startVersion = (version: string) => {
    if (version === keptVersion) return;
    keptVersion = version;
    hashes.clear();
    kept.clear();
  };

  return (run, { conditions, isDated }) => {
    const ofConditions = JSON.stringify(conditions);
    return async (sql, format, parameters) => {
      const version = trackedVersion();
      if (version === null) return run(sql, format, parameters);
      if (isDated) {
        noteUntrackedRead();
        return run(sql, format, parameters);
      }
      const values = JSON.stringify(parameters ?? null, (_, value) =>
        typeof value === "bigint" ? `${value}n` : value,
      );
      const key = hashOf(`${reader}\n${ofConditions}\n${format}\n${values}\n${sql}`);
      const known = version === keptVersion ? kept.get(key) : undefined;
      const bytes = known ?? (await run(sql, format, parameters));
      const readAgain = (later: string): Promise<string> => {
        startVersion(later);
        const before = hashes.get(key);
        if (before !== undefined) return before;
        const hash = run(sql, format, parameters).then((again) => {
          if (later === keptVersion) kept.set(key, again, { size: again.length + 100 });
          return resultHash(sql, again);
        });
        hashes.set(key, hash);
        hash.catch(() => {
          if (hashes.get(key) === hash) hashes.delete(key);
        });
        return hash;
      };
      noteRead({ key, seen: resultHash(sql, bytes), size: sql.length + values.length + 300, readAgain });
      return bytes;
    };
  };
}

/** Without an order, the engine returns equal rows in any order, and each is as right as the others. */
const resultHash = (sql: string, result: Uint8Array): string =>
  hashOf(
    /\border by\b/i.test(sql) ? result : Buffer.from(result).toString("latin1").split("\n").sort().join("\n"),
  );

const hashOf = (content: string | Uint8Array) => createHash("sha1").update(content).digest("base64url");
