import { expect, test } from "vitest";
import type { AggregateRow } from "#domain/api";
import { unknownMetric } from "#domain/metrics";
import { drawnPlaces, placesOf } from "./places";

const metric = "bridged_token_value_dollar";
const row = (id: number, slug: string, country_code: string, issuers = 0) => ({
  id,
  slug,
  name: slug,
  country_code,
  domiciled_issuer_count: issuers,
});
const total = (slug: string | null, asset_count: number, val: number): AggregateRow => ({
  group: { type: "jurisdiction_country", id: null, slug, name: slug ?? "Unknown jurisdiction", color: null },
  asset_count,
  token_count: asset_count,
  asset_level_count: 0,
  [metric]: { ...unknownMetric, val },
});

const places = placesOf(
  [row(1, "jersey", "JE", 2), row(2, "france", "FR"), row(3, "nowhere", "ZZ")],
  [total("france", 3, 5e8), total(null, 9, 1e9)],
  metric,
);

test("a jurisdiction has the totals of its own group, without those of unknown jurisdictions", () => {
  expect(places.slice(0, 2)).toEqual([
    { slug: "jersey", name: "jersey", code: "JE", assets: 0, value: null, issuers: 2 },
    { slug: "france", name: "france", code: "FR", assets: 3, value: 5e8, issuers: 0 },
  ]);
});

test("dots are drawn above their surrounding countries, and jurisdictions without a shape are omitted", () => {
  expect(drawnPlaces(places).map(({ code }) => code)).toEqual(["FR", "JE"]);
});
