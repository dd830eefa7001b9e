import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { type AssetClassSlug, metricOf } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
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
import { Breakdown } from "../resourceList/Breakdown";
import { ColorDot } from "../resourceList/ColorDot";
import { TableSection } from "../resourceList/TableSection";
import { PageHeader } from "../shell/PageHeader";
import type { TableFields } from "../table/loadTable";
import { classBySlug } from "./classBySlug";
import { classQueries, classTable, inClass } from "./classQueries";
import { classGroups, classSet } from "./classSets";

export interface AssetClassPageProps {
  slug: AssetClassSlug;
  search: PageSearch;
  table: TableFields;
}

/** The page of an asset class: one template for all of them, told apart by data. */
export function AssetClassPage({ slug, search, table }: AssetClassPageProps) {
  const assetClass = classBySlug(slug);
  if (assetClass === undefined) throw new Error(`There is no asset class ${slug}`);
  const trpc = useTrpc();
  const set = classSet(slug);
  const queries = classQueries(trpc, assetClass);
  const status = useFigureStatus(inClass(assetClass));
  const row = useSuspenseQuery(queries.row).data.results[0];
  const byNetwork = useSuspenseQuery(queries.byNetwork).data;
  const byPlatform = useSuspenseQuery(queries.byPlatform).data;
  const byDistribution = useSuspenseQuery(queries.byDistribution).data;
  const explained = useQuery(
    explainOptions(trpc, { entityType: "asset_class", entityId: assetClass.id }, search.explain),
  );
  const total = (row && metricOf(row, set.breakdown)?.val) ?? null;
  const value = (metric: string) => (row ? metricOf(row, metric) : null);

  const chart = (
    <ChartSection
      subject={assetClass.name}
      search={search}
      defaults={set.chart}
      groups={classGroups}
      metrics={availableMetrics(row, set.chart.metric)}
      filter={inClass(assetClass)}
    />
  );
  if (search.embed === 1) return chart;
  return (
    <>
      <PageHeader
        title={assetClass.name}
        description={assetClass.description}
        mark={<ColorDot of={{ ...assetClass, type: "asset_class" }} />}
        actions={<FreshnessLine status={status} />}
      />
      <TileGrid label="Key figures">
        {set.tiles.map((metric) => (
          <MetricTile key={metric} metric={metric} value={value(metric)} asOf={status.as_of} />
        ))}
        <CountTile
          label="Assets"
          count={Number(row?.asset_count ?? 0)}
          info={`Assets of this class in the catalog, with ${Number(row?.token_count ?? 0).toLocaleString("en-US")} tokens.`}
        />
      </TileGrid>
      <div className="flex flex-col gap-4">
        {chart}
        <div className="grid gap-4 xl:grid-cols-2">
          <Breakdown
            title="By network"
            header="Network"
            metrics={[set.breakdown, "holding_addresses_count"]}
            answer={byNetwork}
            total={total}
          />
          <div className="flex min-w-0 flex-col gap-4">
            <Breakdown
              title="By platform"
              header="Platform"
              metrics={[set.breakdown]}
              answer={byPlatform}
              total={total}
            />
            <Breakdown
              title="Distributed and represented"
              description="Distributed units can be transferred off the issuing platform to other wallets; represented units cannot."
              header="Distribution"
              metrics={[set.breakdown]}
              answer={byDistribution}
              total={total}
            />
          </div>
        </div>
        <TableSection
          title={`${assetClass.name}: all assets`}
          spec={classTable(assetClass)}
          search={search}
          fields={table}
        />
        <ProvenanceSection
          subject={assetClass.name}
          figures={set.tiles.map((metric) => ({ metric, value: value(metric) }))}
          open={search.explain ?? null}
          explanation={explained.data}
        />
        <Methodology metrics={[...set.tiles, ...set.columns]} notes={set.notes} />
      </div>
    </>
  );
}
