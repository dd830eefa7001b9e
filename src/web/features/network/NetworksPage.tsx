import { useSuspenseQuery } from "@tanstack/react-query";
import { resourceByName } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { availableMetrics } from "../chartView/availableMetrics";
import { ChartSection } from "../chartView/ChartSection";
import { useStatus } from "../chartView/marketStatus";
import type { PageSearch } from "../chartView/pageSearch";
import { FreshnessLine } from "../provenance/FreshnessLine";
import { Methodology } from "../provenance/Methodology";
import { TableSection } from "../resourceList/TableSection";
import { PageHeader } from "../shell/PageHeader";
import type { TableFields } from "../table/loadTable";
import { marketTotalOptions, networksTable } from "./networkQueries";
import { networkListColumns, networksChart, networksGroups } from "./networkSet";

const networks = resourceByName("networks");

/** All networks: how value is spread over them, and the list. */
export function NetworksPage({ search, table }: { search: PageSearch; table: TableFields }) {
  const total = useSuspenseQuery(marketTotalOptions(useTrpc())).data.results[0];
  const status = useStatus();
  const chart = (
    <ChartSection
      subject="All networks"
      search={search}
      defaults={networksChart}
      groups={networksGroups}
      metrics={availableMetrics(total, networksChart.metric)}
      filter={null}
    />
  );
  if (search.embed === 1) return chart;
  return (
    <>
      <PageHeader
        title={networks?.label ?? "Networks"}
        description={networks?.doc}
        actions={<FreshnessLine status={status} />}
      />
      <div className="flex flex-col gap-4">
        {chart}
        <TableSection title="All networks" spec={networksTable} search={search} fields={table} />
        <Methodology
          metrics={networkListColumns}
          notes={[
            "A bridged unit is counted only on the network where it is now held.",
            "Units held in issuers' books rather than on a network appear as Off-Chain.",
          ]}
        />
      </div>
    </>
  );
}
