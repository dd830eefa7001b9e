import type { MarketStore } from "#stores";
import { readSampleState } from "./sampleState";

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
