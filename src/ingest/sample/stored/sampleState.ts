/** State of the sample in the store, stored as one setting. */
import { z } from "zod";
import { type MarketStore, readSetting } from "#stores";
import { nextRowVersion } from "../../rowVersion";
import { writeSetting } from "../../settings";

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
