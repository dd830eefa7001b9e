import { useSuspenseQuery } from "@tanstack/react-query";
import { metricByName, metricOf } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/Card";
import { availableMetrics } from "../chartView/availableMetrics";
import { ChartSection } from "../chartView/ChartSection";
import type { ChartSearch } from "../chartView/chartSearch";
import { useStatus } from "../chartView/marketStatus";
import { CountTile } from "../provenance/CountTile";
import { FreshnessLine } from "../provenance/FreshnessLine";
import { Methodology } from "../provenance/Methodology";
import { MetricTile } from "../provenance/MetricTile";
import { TileGrid } from "../provenance/TileGrid";
import { Breakdown } from "../resourceList/Breakdown";
import { PageHeader } from "../shell/PageHeader";
import { ClassesTable } from "./ClassesTable";
import { overviewQueries } from "./overviewQueries";
import {
  classColumns,
  MOVER_MINIMUM,
  overviewChart,
  overviewGroups,
  overviewTiles,
  rankingMetric,
} from "./overviewSet";
import { RankedAssets } from "./RankedAssets";

/** The start page: the whole market at a glance. */
export function OverviewPage({ search }: { search: ChartSearch }) {
  const queries = overviewQueries(useTrpc());
  const status = useStatus();
  const total = useSuspenseQuery(queries.total).data.results[0];
  const withoutStablecoins = useSuspenseQuery(queries.withoutStablecoins).data.results[0];
  const classes = useSuspenseQuery(queries.classes).data.results;
  const byNetwork = useSuspenseQuery(queries.byNetwork).data;
  const byPlatform = useSuspenseQuery(queries.byPlatform).data;
  const byDistribution = useSuspenseQuery(queries.byDistribution).data;
  const networksInUse = useSuspenseQuery(queries.networksInUse).data.pagination.resultCount;
  const largest = useSuspenseQuery(queries.largest).data.results;
  const rising = useSuspenseQuery(queries.rising).data.results;
  const falling = useSuspenseQuery(queries.falling).data.results;
  const whole = (total && metricOf(total, rankingMetric)?.val) ?? null;

  const chart = (
    <ChartSection
      subject="Tokenized assets"
      search={search}
      defaults={overviewChart}
      groups={overviewGroups}
      metrics={availableMetrics(total, overviewChart.metric)}
      filter={null}
    />
  );
  if (search.embed === 1) return chart;
  return (
    <>
      <PageHeader
        title="Market Overview"
        description="Tokenized real-world assets across public networks: value, holders and activity."
        actions={<FreshnessLine status={status} />}
      />
      <TileGrid label="Key figures">
        {overviewTiles.map(({ metric, label, about }) => {
          const row =
            about === undefined
              ? total
              : about === "without_stablecoins"
                ? withoutStablecoins
                : classes.find((candidate) => candidate.slug === about);
          return (
            <MetricTile
              key={`${metric} ${about}`}
              metric={metric}
              label={label}
              value={row ? metricOf(row, metric) : null}
              asOf={status.as_of}
            />
          );
        })}
        <CountTile
          label="Assets"
          count={total?.asset_count ?? 0}
          info={`Assets in the catalog, with ${(total?.token_count ?? 0).toLocaleString("en-US")} tokens.`}
        />
        <CountTile label="Networks" count={networksInUse} info="Networks with at least one token." />
      </TileGrid>
      <div className="flex flex-col gap-4">
        {chart}
        <Card title="By asset class" padded={false}>
          <ClassesTable rows={classes} />
        </Card>
        <div className="grid gap-4 xl:grid-cols-2">
          <Breakdown
            title="By network"
            header="Network"
            metrics={[rankingMetric]}
            answer={byNetwork}
            total={whole}
          />
          <Breakdown
            title="By platform"
            header="Platform"
            metrics={[rankingMetric]}
            answer={byPlatform}
            total={whole}
          />
        </div>
        <div className="grid gap-4 xl:grid-cols-3">
          <Card title="Largest assets" padded={false}>
            <RankedAssets caption="Largest assets" rows={largest} />
          </Card>
          <Card title="Growing fastest, 30 days" padded={false}>
            <RankedAssets caption="Assets that grew fastest" rows={rising} />
          </Card>
          <Card title="Shrinking fastest, 30 days" padded={false}>
            <RankedAssets caption="Assets that shrank fastest" rows={falling} />
          </Card>
        </div>
        <Breakdown
          title="Distributed and represented"
          description="Distributed units can be transferred off the issuing platform to other wallets; represented units cannot."
          header="Distribution"
          metrics={[rankingMetric, "holding_addresses_count"]}
          answer={byDistribution}
          total={whole}
        />
        <Methodology
          metrics={[...overviewTiles.map((tile) => tile.metric), ...classColumns]}
          notes={[
            "Every figure is the sum or weighted mean of end-of-day token values.",
            "A bridged unit is counted once, on the network where it is now held.",
            `Fastest growing and shrinking assets are ranked by ${metricByName(rankingMetric)?.label.toLowerCase()} among assets of at least $${(MOVER_MINIMUM / 1_000_000).toLocaleString("en-US")} million.`,
          ]}
        />
      </div>
    </>
  );
}
