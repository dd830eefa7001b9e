import { z } from "zod";
import { type MarketStore, readSetting } from "#stores";
import { nextRowVersion } from "../../rowVersion";
import { writeSetting } from "../../settings";

/** State of the sample in the store, stored as one setting. */

/**
 * Gives the space back of sample rows that were deleted or written again: a deletion only marks rows, and
 * rows that were replaced stay until their parts happen to be merged.
 */
export async function reclaimSpace(store: MarketStore, tables = ["observations"]): Promise<void> {
  for (const table of tables) {
    await store.run(`OPTIMIZE TABLE ${table} FINAL`);
  }
}

const SETTING = "sample_state";

const sampleStateSchema = z.object({
  /** `loading` from the first write to the last; only `done` means that it is complete. */
  phase: z.enum(["none", "loading", "done"]),
  seed: z.number(),
  /** First and last day of the observations (`YYYY-MM-DD`); null before the first run has ended. */
  from: z.string().nullable(),
  upTo: z.string().nullable(),
  /** Assets whose observations are complete from `from` to `upTo`, by id, with the hash of their inputs. */
  assets: z.record(z.string(), z.string()),
});

export type SampleState = z.output<typeof sampleStateSchema>;

const nothing: SampleState = { phase: "none", seed: 0, from: null, upTo: null, assets: {} };

export async function readSampleState(store: MarketStore): Promise<SampleState> {
  const text = await readSetting(store, SETTING);
  return text === null ? nothing : sampleStateSchema.parse(JSON.parse(text));
}

export async function writeSampleState(store: MarketStore, state: SampleState): Promise<void> {
  const version = await nextRowVersion(store);
  await writeSetting(store, { name: SETTING, value: JSON.stringify(state), version });
}

/** Marks the sample as absent; the next load or clearing removes remaining rows. */
export const forgetSampleState = (store: MarketStore): Promise<void> => writeSampleState(store, nothing);

export interface SampleStatus {
  /** True once it is complete; false while loading and after removal. */
  loaded: boolean;
  /** A load has started and not ended, in this process or an interrupted one. */
  loading: boolean;
  seed: number | null;
  /** First and last day, `YYYY-MM-DD`. */
  from: string | null;
  upTo: string | null;
  assets: number;
  observations: number;
}

/** Status of the sample data in the store. */
export async function sampleStatus(store: MarketStore): Promise<SampleStatus> {
  const { phase, seed, from, upTo } = await readSampleState(store);
  const [counted] = await store.rows<{ assets: string; observations: string }>(
    "SELECT uniqExact(asset_id) AS assets, count() AS observations FROM observations FINAL WHERE is_sample",
  );
  return {
    loaded: phase === "done",
    loading: phase === "loading",
    seed: phase === "none" ? null : seed,
    from,
    upTo,
    assets: Number(counted?.assets ?? 0),
    observations: Number(counted?.observations ?? 0),
  };
}

/** Has the next load make the sample of assets again, with their rows of ledgers. */
export async function forgetSampleOf(store: MarketStore, assetIds: readonly number[]): Promise<void> {
  const state = await readSampleState(store);
  const forgotten = new Set(assetIds.map(String));
  const kept = Object.entries(state.assets).filter(([id]) => !forgotten.has(id));
  if (kept.length === Object.keys(state.assets).length) return;
  await writeSampleState(store, { ...state, assets: Object.fromEntries(kept) });
}
