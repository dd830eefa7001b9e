import { type AssetClassSlug, assetClasses, type ResourceRow } from "#domain";
import type { RouterContext } from "../../routes/__root";
import { loadChart } from "../chartView/chartData";
import { type ChartSearch, chartState } from "../chartView/chartSearch";
import { loadStatus } from "../chartView/marketStatus";
import { loadExplanation } from "../provenance/explainQuery";
import {
  assetOptions,
  deploymentsOptions,
  explorersOptions,
  ofAsset,
  providersOptions,
  relatedOptions,
  transactionsOptions,
} from "./assetQueries";
import { assetChart, assetGroups } from "./assetSet";

/** The class of an asset, where it is one of the vocabulary. */
export const classOf = (asset: ResourceRow): AssetClassSlug | null =>
  assetClasses.find((known) => known.slug === asset.asset_class_slug)?.slug ?? null;

/** Last day of figures of an asset whose figures have stopped; null while they come. */
export const endedDateOf = (asset: ResourceRow): string | null =>
  typeof asset.ended_date === "string" ? asset.ended_date : null;

export const networkSlugsOf = (asset: ResourceRow): readonly string[] =>
  Array.isArray(asset.network_slugs) ? asset.network_slugs.map(String) : [];

export const providerIdsOf = (asset: ResourceRow): readonly number[] =>
  Array.isArray(asset.service_provider_ids) ? asset.service_provider_ids.map(Number) : [];

/** Fetches what an asset page reads: first the asset, then all that depends on it at once. Null for an unknown slug. */
export async function loadAsset(
  context: RouterContext,
  slug: string,
  search: ChartSearch,
): Promise<ResourceRow | null> {
  const { queryClient, trpc } = context;
  const [status, found] = await Promise.all([
    loadStatus(context),
    queryClient.query({ ...assetOptions(trpc, slug), staleTime: "static" }),
  ]);
  const asset = found.results[0];
  if (asset === undefined) return null;
  const state = chartState(search, assetChart(classOf(asset)), { groups: assetGroups });
  const providers = providerIdsOf(asset);
  const networks = networkSlugsOf(asset);
  const lists = [
    deploymentsOptions(trpc, slug),
    transactionsOptions(trpc, slug),
    relatedOptions(trpc, asset, "asset_class_slug"),
    ...(asset.issuer_slug === null ? [] : [relatedOptions(trpc, asset, "issuer_slug")]),
    ...(networks.length === 0 ? [] : [explorersOptions(trpc, networks)]),
    ...(providers.length === 0 ? [] : [providersOptions(trpc, providers)]),
  ];
  await Promise.all([
    ...lists.map((options) => queryClient.query({ ...options, staleTime: "static" })),
    loadChart(context, state, { filter: ofAsset(slug), asOf: endedDateOf(asset) ?? status.as_of }),
    loadExplanation(context, { entityType: "asset", entityId: Number(asset.id) }, search.explain),
  ]);
  return asset;
}
