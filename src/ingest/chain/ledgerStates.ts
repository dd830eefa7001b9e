/** What is remembered of the reading of networks apart from what was read: pauses, results, comparisons and limits. */
import { z } from "zod";
import type { MarketStore } from "#stores";
import { nextRowVersion } from "../rowVersion";

const reasons = z.array(z.object({ label: z.string(), reason: z.string() }));

const kinds = {
  /** That an operator has paused a network, by its slug. Times are ISO 8601. */
  pause: z.object({ at: z.string(), by: z.string() }),
  /** The last reading of a network, by its slug. */
  reading: z.object({
    startedAt: z.string(),
    /** Null while it is read, and after the process was killed meanwhile. */
    endedAt: z.string().nullable(),
    /** Why it was not read to its end. */
    error: z.string().nullable(),
    /** Whether its final blocks were replaced: it is not read until it is rewound. */
    isStopped: z.boolean(),
    tokens: z.number(),
    skipped: reasons,
    notes: reasons,
    /** Hosts of endpoints. */
    endpoints: z.array(z.string()),
    failures: z.array(z.object({ endpoint: z.string(), reason: z.string() })),
    finalBlock: z.number().nullable(),
    blocks: z.number(),
    transfers: z.number(),
    lastDay: z.string().nullable(),
    /** Final blocks, each counted once for every token, and those that have been read. Null if unknown. */
    wantedBlocks: z.number().nullable(),
    readBlocks: z.number().nullable(),
  }),
  /** What an endpoint accepts, by its URL without path and query and a method; `message` states its limit of blocks. */
  limit: z.object({
    blocks: z.number(),
    addresses: z.number(),
    limit: z.number().nullable(),
    message: z.string(),
    at: z.string(),
  }),
  /** The last comparison of a token with its contract, by its network and its label. */
  verification: z.object({
    at: z.string(),
    block: z.number(),
    isVerified: z.boolean(),
    /** What differs or could not be compared. */
    problems: z.array(z.string()),
  }),
};

export type LedgerStateKind = keyof typeof kinds;
export type LedgerState<Kind extends LedgerStateKind> = z.output<(typeof kinds)[Kind]>;
export type NetworkPause = LedgerState<"pause">;
export type NetworkReading = LedgerState<"reading">;
export type EndpointLimit = LedgerState<"limit">;
export type TokenVerification = LedgerState<"verification">;

/** The states of a kind by subject. Those that another version of the product wrote otherwise are left out. */
export async function readLedgerStates<Kind extends LedgerStateKind>(
  store: MarketStore,
  kind: Kind,
): Promise<Map<string, LedgerState<Kind>>> {
  const rows = await store.compactRows<[subject: string, state: string]>(
    "SELECT subject, state FROM ledger_states FINAL WHERE kind = {kind:String} AND state != '' ORDER BY subject",
    { kind },
  );
  const schema: z.ZodType<LedgerState<Kind>> = kinds[kind] as never;
  return new Map(
    rows.flatMap(([subject, state]) => {
      const { success, data } = schema.safeParse(JSON.parse(state));
      return success ? [[subject, data] as const] : [];
    }),
  );
}

/** @param state null forgets it; what is not part of its kind is left out */
export async function writeLedgerState<Kind extends LedgerStateKind>(
  store: MarketStore,
  { kind, subject, state }: { kind: Kind; subject: string; state: LedgerState<Kind> | null },
): Promise<void> {
  const version = await nextRowVersion(store);
  const text = state === null ? "" : JSON.stringify(kinds[kind].parse(state));
  await store.insert("ledger_states", [{ kind, subject, state: text, version }]);
}
