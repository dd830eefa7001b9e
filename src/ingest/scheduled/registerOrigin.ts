import type { MarketStore } from "#stores";
import { assignProvider } from "../observations/assignProvider";
import { type Origin, providerOf, type ScheduledSource } from "../scheduledSource";
import { registerSource } from "../sources";
import { originKey } from "./originState";

/**
 * Registers an origin as its own source and returns the source's id. Part of a commit.
 * @param label the origin's own title, if any
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
  // Values read before sources had providers are moved to its own.
  await assignProvider(store, { sourceId, provider });
  return sourceId;
}
