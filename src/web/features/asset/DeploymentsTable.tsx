import type { ResourceRow } from "#domain/api";
import { type MetricSlug, metricByName } from "#domain/metrics";
import { textOf } from "../../format/textOf";
import { Unknown } from "../../format/Unknown";
import { Badge } from "../../ui/display/Badge";
import { ReportLink } from "../contact/ReportLink";
import { metricColumn } from "../resourceList/metricColumns";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { EntityLink } from "../table/cells/EntityLink";
import { RowDot } from "../table/cells/RowDot";
import { Address } from "./Address";
import { deploymentMetrics } from "./assetSet";
import { explorerLink } from "./explorerLink";

export interface DeploymentsTableProps {
  asset: string;
  deployments: readonly ResourceRow[];
  /** Networks of the deployments. */
  networks: readonly ResourceRow[];
}

/** Shown on phones, next to the name of the network. */
const MAIN_METRIC: MetricSlug = "bridged_token_value_dollar";

/** Rows shown at first; an asset can be on a hundred networks. */
const MOST = 10;

/** Every deployment of an asset: network, address and metrics. */
export function DeploymentsTable({ asset, deployments, networks }: DeploymentsTableProps) {
  const networkBySlug = new Map(networks.map((network) => [network.slug, network]));
  const columns: SmallColumn<ResourceRow>[] = [
    {
      name: "network",
      header: "Network",
      cell: (row) => {
        const network = networkBySlug.get(row.network_slug);
        return (
          <span className="flex flex-wrap items-center gap-x-2">
            {network && <RowDot resource="networks" row={network} />}
            <span className="font-medium">
              <EntityLink kind="network" slug={textOf(row.network_slug)}>
                {textOf(row.network_name)}
              </EntityLink>
            </span>
            <span className="text-faint text-sm">{textOf(row.symbol)}</span>
            {row.is_bridged === true && <Badge size="xs">Bridged</Badge>}
          </span>
        );
      },
    },
    {
      name: "address",
      header: "Address",
      wide: true,
      cell: (row) => {
        const network = networkBySlug.get(row.network_slug);
        const address = textOf(row.address);
        return (
          <span className="group/fact inline-flex items-center gap-1">
            <Address
              address={address}
              href={explorerLink(textOf(network?.explorer_url), "token", address)}
              explorer={textOf(network?.explorer_name)}
              subject={`address of ${String(row.symbol)} on ${textOf(row.network_name) ?? "its network"}`}
            />
            <ReportLink
              kind="token"
              slug={String(row.slug)}
              field="address"
              label={`${row.symbol} on ${textOf(row.network_name) ?? "its network"}`}
            />
          </span>
        );
      },
    },
    { name: "standard", header: "Standard", cell: (row) => textOf(row.standard) ?? <Unknown /> },
    {
      name: "decimals",
      header: "Decimals",
      numeric: true,
      cell: (row) => (typeof row.decimals === "number" ? row.decimals : <Unknown />),
    },
    ...deploymentMetrics.map((slug) => ({
      ...metricColumn<ResourceRow>(slug, {
        kind: "token",
        header: metricByName(slug)?.label.replace("Bridged s", "S"),
      }),
      main: slug === MAIN_METRIC,
    })),
  ];
  return (
    <SmallTable
      caption={`Tokens of ${asset}`}
      columns={columns}
      rows={deployments}
      rowKey={(row) => row.id}
      most={MOST}
      empty="No tokens in the catalog: the asset is held in book-entry form, or its contract addresses are not published."
    />
  );
}
