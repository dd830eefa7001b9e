import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { assetsResource, fieldByName, metricOf, type ResourceRow, siblingField } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { Badge } from "../../ui/Badge";
import { buttonClass } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { availableMetrics } from "../chartView/availableMetrics";
import { ChartSection } from "../chartView/ChartSection";
import type { ChartSearch } from "../chartView/chartSearch";
import { useFigureStatus } from "../chartView/marketStatus";
import { explainOptions } from "../provenance/explainQuery";
import { FreshnessLine } from "../provenance/FreshnessLine";
import { Methodology } from "../provenance/Methodology";
import { MetricTile } from "../provenance/MetricTile";
import { ProvenanceSection } from "../provenance/ProvenanceSection";
import { TileGrid } from "../provenance/TileGrid";
import { FactList } from "../resourceList/FactList";
import { PageHeader } from "../shell/PageHeader";
import { EntityLink } from "../table/EntityLink";
import { assetFacts, assetParties, distributionWords } from "./assetFacts";
import {
  assetOptions,
  deploymentsOptions,
  explorersOptions,
  ofAsset,
  transactionsOptions,
} from "./assetQueries";
import { assetChart, assetGroups, assetTiles } from "./assetSet";
import { DeploymentsTable } from "./DeploymentsTable";
import { EndedNotice } from "./EndedNotice";
import { classOf, endedDateOf, networkSlugsOf } from "./loadAsset";
import { RecentTransactions } from "./RecentTransactions";
import { RelatedAssets } from "./RelatedAssets";
import { ServiceProviders } from "./ServiceProviders";

export interface AssetPageProps {
  slug: string;
  search: ChartSearch;
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The page of an asset: what it is, how it stands, where it is deployed, and where its figures come from. */
export function AssetPage({ slug, search }: AssetPageProps) {
  const trpc = useTrpc();
  const asset = useSuspenseQuery(assetOptions(trpc, slug)).data.results[0];
  // The route's loader answers 404 before it comes to this.
  if (asset === undefined) return null;
  return <AssetView slug={slug} search={search} asset={asset} />;
}

function AssetView({ slug, search, asset }: AssetPageProps & { asset: ResourceRow }) {
  const trpc = useTrpc();
  const known = useFigureStatus(ofAsset(slug));
  const endedDate = endedDateOf(asset);
  const status = { ...known, as_of: endedDate ?? known.as_of };
  const name = String(asset.name);
  const networkSlugs = networkSlugsOf(asset);
  const deployments = useSuspenseQuery(deploymentsOptions(trpc, slug)).data.results;
  const transactions = useSuspenseQuery(transactionsOptions(trpc, slug)).data.results;
  const networks = useQuery({
    ...explorersOptions(trpc, networkSlugs),
    enabled: networkSlugs.length > 0,
  }).data?.results;
  const explained = useQuery(
    explainOptions(trpc, { entityType: "asset", entityId: Number(asset.id) }, search.explain),
  );
  const assetClass = classOf(asset);
  const defaults = assetChart(assetClass);
  // Of what has ended no figure is known now; its charts show what its class is measured by.
  const metrics =
    endedDate === null
      ? availableMetrics(asset, defaults.metric)
      : [...new Set([defaults.metric, ...assetTiles(assetClass)])];
  const tiles = assetTiles(assetClass).filter((metric) => metrics.includes(metric));
  const value = (metric: string) => metricOf(asset, metric);

  const chart = (
    <ChartSection
      subject={name}
      search={search}
      defaults={defaults}
      groups={assetGroups}
      metrics={metrics}
      filter={ofAsset(slug)}
      endedDate={endedDate}
    />
  );
  if (search.embed === 1) return chart;
  return (
    <>
      <PageHeader
        title={name}
        description={textOf(asset.description)}
        badges={
          <>
            <Badge size="md" variant="outline">
              {String(asset.ticker)}
            </Badge>
            {asset.is_investable === true && <Badge size="md">Investable</Badge>}
          </>
        }
        actions={<Website address={textOf(asset.website)} />}
      />
      <Parties asset={asset} />
      {endedDate !== null && <EndedNotice name={name} endedDate={endedDate} />}
      <TileGrid label="Key figures">
        {tiles.map((metric) => (
          <MetricTile key={metric} metric={metric} value={value(metric)} asOf={status.as_of} />
        ))}
      </TileGrid>
      <div className="flex flex-col gap-4">
        {chart}
        <Card
          title="Tokens"
          description={`${deployments.length === 1 ? "One token contract" : `${deployments.length} token contracts`} in the catalog.`}
          padded={false}
        >
          <DeploymentsTable asset={name} deployments={deployments} networks={networks ?? []} />
        </Card>
        <div className="grid gap-4 lg:grid-cols-2">
          <Card
            title="Key facts"
            footer={
              textOf(asset.source_url) !== null && (
                <>
                  Source:{" "}
                  <a
                    href={String(asset.source_url)}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="underline hover:text-ink"
                  >
                    {new URL(String(asset.source_url)).hostname}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                </>
              )
            }
          >
            <FactList resource="assets" row={asset} fields={assetFacts} />
            <p className="mt-3 text-muted text-sm">{distributionWords[String(asset.distribution)]}</p>
          </Card>
          <ServiceProviders asset={asset} />
        </div>
        <ProvenanceSection
          subject={name}
          figures={tiles.map((metric) => ({ metric, value: value(metric) }))}
          open={search.explain ?? null}
          explanation={explained.data}
        />
        {transactions.length > 0 && (
          <Card title="Recent transactions" padded={false}>
            <RecentTransactions asset={name} transactions={transactions} networks={networks ?? []} />
          </Card>
        )}
        <RelatedAssets asset={asset} />
        <Methodology metrics={tiles} />
        <FreshnessLine status={status} />
      </div>
    </>
  );
}

/** Who stands behind an asset, as far as it is known. */
const Parties = ({ asset }: { asset: ResourceRow }) => (
  <dl className="-mt-2 mb-4 flex flex-wrap gap-x-6 gap-y-1 text-md">
    {assetParties.flatMap((name) => {
      const field = fieldByName(assetsResource, name);
      const reference = field?.refersTo;
      if (!field || !reference || textOf(asset[name]) === null) return [];
      const slug = siblingField(assetsResource, name, "slug");
      return [
        <div key={name} className="flex gap-1.5">
          <dt className="text-faint">{field.label}</dt>
          <dd className="font-medium">
            <EntityLink kind={reference.entity} slug={slug === undefined ? null : textOf(asset[slug.name])}>
              {textOf(asset[name])}
            </EntityLink>
          </dd>
        </div>,
      ];
    })}
  </dl>
);

function Website({ address }: { address: string | null }) {
  if (address === null) return null;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: "sm" })}>
      Website
      <ExternalLink aria-hidden="true" className="size-3.5" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
