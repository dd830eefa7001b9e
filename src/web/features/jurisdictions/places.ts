import { type AggregateRow, metricOf, type ResourceRow } from "#domain/api";
import { worldMap } from "./worldMap";

/** A jurisdiction with assets or participants. */
export interface Place {
  slug: string;
  name: string;
  code: string;
  /** Number of assets on the page; 0 if only participants are registered there. */
  assets: number;
  /** Value of those assets in dollars; null if unknown. */
  value: number | null;
  issuers: number;
}

const onMap: readonly string[] = `${worldMap.shapes} ${worldMap.dots}`.split(" ");
const dots: ReadonlySet<string> = new Set(worldMap.dots.split(" "));

/** Jurisdictions with the totals of the assets that are domiciled there. */
export function placesOf(
  jurisdictions: readonly ResourceRow[],
  totals: readonly AggregateRow[],
  metric: string,
): Place[] {
  const bySlug = new Map(totals.map((row) => [row.group.slug, row]));
  return jurisdictions.map(({ slug, name, country_code, domiciled_issuer_count }) => {
    const total = bySlug.get(String(slug));
    return {
      slug: String(slug),
      name: String(name),
      code: String(country_code),
      assets: total?.asset_count ?? 0,
      value: total === undefined ? null : (metricOf(total, metric)?.val ?? null),
      issuers: Number(domiciled_issuer_count),
    };
  });
}

/** Jurisdictions with a shape on the map. Dots come last, because they can be inside a larger country. */
export const drawnPlaces = (places: readonly Place[]): Place[] => {
  const drawn = places.filter(({ code }) => onMap.includes(code));
  return [...drawn.filter(({ code }) => !dots.has(code)), ...drawn.filter(({ code }) => dots.has(code))];
};
