import type { MarketStore } from "#stores";
import { assignProvider } from "../observations/assignProvider";
import { type Origin, providerOf, type ScheduledSource } from "../scheduledSource";
import { registerSource } from "../sources";
import { originKey } from "./originState";

/**
 * Registers an origin as a source of its own and returns the source's id. Part of a commit.
 * @param label what the origin calls itself, if it does
 */
export async function registerOrigin(
  store: MarketStore,
  { source, origin, label }: { source: ScheduledSource; origin: Origin; label: string | null },
): Promise<number> {
  const provider = providerOf(source);
  const sourceId = await registerSource(store, {
    kind: source.kind,
    label: label ?? origin.label,
    provider,
    fileName: origin.name,
    // Names leave out what may be secret, so that two origins can share one. The others keep the ids they always had.
    origin: origin.address === origin.name ? null : originKey(source, origin),
    isSample: false,
  });
  // What was read before sources had providers is moved to its own.
  await assignProvider(store, { sourceId, provider });
  return sourceId;
}
