import { metricByName, type ResourceRow } from "#domain";
import { assetColumns } from "../resourceList/assetColumns";
import { SmallTable } from "../resourceList/SmallTable";
import { rankingMetric } from "./overviewSet";

const columns = assetColumns(rankingMetric);

/** A few assets in the order of a ranking. */
export const RankedAssets = ({ caption, rows }: { caption: string; rows: readonly ResourceRow[] }) => (
  <SmallTable
    caption={`${caption}: ${metricByName(rankingMetric)?.label ?? rankingMetric} and change over 30 days`}
    columns={columns}
    rows={rows}
    rowKey={(row) => row.id}
  />
);
