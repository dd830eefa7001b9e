import { createHash } from "node:crypto";
import { z } from "zod";
import { type MarketStore, readSetting } from "#stores";
import { nextRowVersion } from "../rowVersion";
import type { Json, Origin, ScheduledSource } from "../scheduledSource";
import { writeSetting } from "../settings";

/** How far an origin of a source has been read. */
export interface OriginState {
  /** Null before the first reading. */
  cursor: Json;
  /** Figures and articles read up to there: what comes next is numbered from here, so that reading it again gives the same numbers. */
  rows: number;
}

/** Identifies an origin. Hashed, since its address can contain a key. */
export const originKey = (source: ScheduledSource, { address }: Origin): string =>
  `${source.name} ${createHash("sha256").update(address).digest("hex").slice(0, 16)}`;

const settingOf = (source: ScheduledSource, origin: Origin): string => `cursor ${originKey(source, origin)}`;

export async function readOriginState(
  store: MarketStore,
  source: ScheduledSource,
  origin: Origin,
): Promise<OriginState> {
  const text = await readSetting(store, settingOf(source, origin));
  const schema = z.object({ cursor: source.cursor, rows: z.number() });
  const stored = text === null ? null : schema.safeParse(JSON.parse(text));
  return stored?.success === true ? stored.data : { cursor: null, rows: 0 };
}

export async function writeOriginState(
  store: MarketStore,
  { source, origin, state }: { source: ScheduledSource; origin: Origin; state: OriginState },
): Promise<void> {
  await writeSetting(store, {
    name: settingOf(source, origin),
    value: JSON.stringify(state),
    version: await nextRowVersion(store),
  });
}
