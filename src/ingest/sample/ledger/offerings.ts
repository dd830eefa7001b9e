/** Offerings that are open on the day after the last one, or announced. */
import type { Asset } from "#domain/catalog";
import type { CatalogIndex } from "#domain/resources";
import { type LedgerRow, reference } from "../../ledger/ledgerRow";
import { EPOCH, isoOf } from "../primitives/days";
import { randomStream } from "../primitives/randomStream";
import type { SimulatedAsset } from "../simulation/simulate";

/** Classes that raise money in rounds; the chance that an asset of the class does. */
const offeringChance: Readonly<Record<string, number>> = {
  "private-credit": 0.5,
  "real-estate": 0.5,
  "institutional-funds": 0.5,
  "structured-credit": 0.4,
  "private-equity": 0.5,
  treasuries: 0.16,
  "government-bonds": 0.25,
  "corporate-bonds": 0.25,
};
const ANNOUNCED_DAYS = 45;

/** Rounds follow each other from the epoch on; those of `today` are open or announced. */
export function offeringRows(
  { asset, life, events, unit, range }: SimulatedAsset,
  {
    catalog,
    seed,
    newId,
  }: { catalog: CatalogIndex; seed: number; newId: (...key: (string | number)[]) => number },
): LedgerRow[] {
  const today = range.last + 1;
  const rows: LedgerRow[] = [];
  // What floats with a listing is bought on the market, not in rounds.
  if (asset.denomination === null) return rows;
  if (asset.is_investable === false || life.launch > today || events.windDown !== null) return rows;
  const lot = randomStream(seed, "offerings", asset.slug);
  if (!lot.chance(offeringChance[asset.asset_class] ?? 0)) return rows;
  const pause = 30 + lot.integer(120);
  const size = 1e6 * Math.exp(2.6 + 1.1 * lot.normal());
  const yields = yieldRange(asset);

  let opens = EPOCH + lot.integer(180);
  for (let n = 1; opens <= today + ANNOUNCED_DAYS; n++) {
    const round = randomStream(seed, "offering", asset.slug, n);
    const length = 40 + round.integer(90);
    const closes = opens + length;
    const target = Math.max(1, Math.round((size * round.logNormal(0.4)) / 250_000)) * 250_000;
    const pace = round.between(0.6, 1.15);
    const targetYield = yields === null ? null : Math.round(round.between(...yields) * 100) / 100;
    if (closes >= today && (unit !== null || yields !== null)) {
      const progress = Math.max(0, today - opens) / length;
      const slug = `${asset.slug}-offering-${n}`;
      rows.push({
        id: newId("investment", slug),
        slug,
        name: `${asset.name} – offering ${n}`,
        ...reference("asset", asset),
        ...reference("asset_class", catalog.partyOf("asset_class", asset)),
        ...reference("platform", catalog.partyOf("platform", asset)),
        status: opens <= today ? "live" : "upcoming",
        opens_date: isoOf(opens),
        closes_date: isoOf(closes),
        target_dollar: target,
        raised_dollar: opens <= today ? Math.round((target * Math.min(1, progress * pace)) / 1000) * 1000 : 0,
        minimum_investment_dollar: asset.minimum_investment_dollar,
        target_yield_percent: targetYield,
        is_sample: true,
      });
    }
    opens = closes + pause;
  }
  return rows;
}

function yieldRange({ asset_class }: Asset): readonly [number, number] | null {
  switch (asset_class) {
    case "treasuries":
      return [3.3, 4.2];
    case "government-bonds":
      return [2.5, 7];
    case "corporate-bonds":
      return [5, 8.5];
    case "private-credit":
      return [8, 14];
    case "structured-credit":
      return [5, 7];
    case "real-estate":
      return [6, 11];
    case "institutional-funds":
      return [6, 15];
    default:
      return null;
  }
}
