import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { metricOf, type ResourceRow } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { Badge } from "../../ui/Badge";
import { buttonClass } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { availableMetrics } from "../chartView/availableMetrics";
import { ChartSection } from "../chartView/ChartSection";
import { useFigureStatus } from "../chartView/marketStatus";
import type { PageSearch } from "../chartView/pageSearch";
import { CountTile } from "../provenance/CountTile";
import { explainOptions } from "../provenance/explainQuery";
import { FreshnessLine } from "../provenance/FreshnessLine";
import { Methodology } from "../provenance/Methodology";
import { MetricTile } from "../provenance/MetricTile";
import { ProvenanceSection } from "../provenance/ProvenanceSection";
import { TileGrid } from "../provenance/TileGrid";
import { FactList } from "../resourceList/FactList";
import { RowDot } from "../resourceList/RowDot";
import { TableSection } from "../resourceList/TableSection";
import { PageHeader } from "../shell/PageHeader";
import { EntityLink } from "../table/EntityLink";
import type { TableFields } from "../table/loadTable";
import { NetworkClasses } from "./NetworkClasses";
import { networkOptions, networkTable, onNetwork, parentOptions } from "./networkQueries";
import { networkAssetColumns, networkChart, networkFacts, networkGroups, networkTiles } from "./networkSet";

export interface NetworkPageProps {
  slug: string;
  search: PageSearch;
  table: TableFields;
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The page of a network: what is on it, and how it is made. */
export function NetworkPage({ slug, search, table }: NetworkPageProps) {
  const network = useSuspenseQuery(networkOptions(useTrpc(), slug)).data.results[0];
  // The route's loader answers 404 before it comes to this.
  if (network === undefined) return null;
  return <NetworkView slug={slug} search={search} table={table} network={network} />;
}

function NetworkView({ slug, search, table, network }: NetworkPageProps & { network: ResourceRow }) {
  const trpc = useTrpc();
  const status = useFigureStatus(onNetwork(slug));
  const name = String(network.name);
  const explained = useQuery(
    explainOptions(trpc, { entityType: "network", entityId: Number(network.id) }, search.explain),
  );
  const value = (metric: string) => metricOf(network, metric);
  const chart = (
    <ChartSection
      subject={name}
      search={search}
      defaults={networkChart}
      groups={networkGroups}
      metrics={availableMetrics(network, networkChart.metric)}
      filter={onNetwork(slug)}
    />
  );
  if (search.embed === 1) return chart;
  return (
    <>
      <PageHeader
        title={name}
        description={textOf(network.description)}
        mark={<RowDot resource="networks" row={network} />}
        badges={
          textOf(network.layer_description) !== null && (
            <Badge size="md">{String(network.layer_description)}</Badge>
          )
        }
        actions={
          <>
            <Outside address={textOf(network.website)}>Website</Outside>
            <Outside address={textOf(network.explorer_url)}>
              {textOf(network.explorer_name) ?? "Explorer"}
            </Outside>
          </>
        }
      />
      <TileGrid label="Key figures">
        {networkTiles.map((metric) => (
          <MetricTile key={metric} metric={metric} value={value(metric)} asOf={status.as_of} />
        ))}
        <CountTile
          label="Assets"
          count={Number(network.asset_count ?? 0)}
          info={`Assets in the catalog with a token on ${name}: ${Number(network.token_count ?? 0).toLocaleString("en-US")} token contracts.`}
        />
      </TileGrid>
      <div className="flex flex-col gap-4">
        {chart}
        <div className="grid gap-4 xl:grid-cols-3">
          <div className="min-w-0 xl:col-span-2">
            <Card title="By asset class" padded={false}>
              <NetworkClasses network={network} />
            </Card>
          </div>
          <Card title="Key facts">
            <FactList resource="networks" row={network} fields={networkFacts} />
            {typeof network.parent_network_id === "number" && <Parent id={network.parent_network_id} />}
          </Card>
        </div>
        <TableSection title={`Assets on ${name}`} spec={networkTable(slug)} search={search} fields={table} />
        <ProvenanceSection
          subject={name}
          figures={networkTiles.map((metric) => ({ metric, value: value(metric) }))}
          open={search.explain ?? null}
          explanation={explained.data}
        />
        <Methodology metrics={[...networkTiles, ...networkAssetColumns]} />
        <FreshnessLine status={status} />
      </div>
    </>
  );
}

function Parent({ id }: { id: number }) {
  const parent = useQuery(parentOptions(useTrpc(), id)).data?.results[0];
  return parent === undefined ? null : (
    <p className="mt-3 text-md">
      <span className="text-muted">Settles on </span>
      <EntityLink kind="network" slug={textOf(parent.slug)}>
        {String(parent.name)}
      </EntityLink>
    </p>
  );
}

function Outside({ address, children }: { address: string | null; children: string }) {
  if (address === null) return null;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: "sm" })}>
      {children}
      <ExternalLink aria-hidden="true" className="size-3.5" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
