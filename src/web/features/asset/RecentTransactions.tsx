import type { ResourceRow } from "#domain/api";
import { Figure } from "../../format/Figure";
import { formatInstant } from "../../format/formatDate";
import { formatDecimalText } from "../../format/formatNumber";
import { textOf } from "../../format/textOf";
import { Unknown } from "../../format/Unknown";
import { Badge } from "../../ui/display/Badge";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { EntityLink } from "../table/cells/EntityLink";
import { TokenMark } from "../table/cells/TokenMark";
import { Address } from "./Address";
import { explorerLink } from "./explorerLink";

export interface RecentTransactionsProps {
  asset: string;
  transactions: readonly ResourceRow[];
  /** Networks of the transactions. */
  networks: readonly ResourceRow[];
}

const kindWords = (kind: string) => kind.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

/** The newest transactions of an asset. Sample transactions have no links. */
export function RecentTransactions({ asset, transactions, networks }: RecentTransactionsProps) {
  const networkBySlug = new Map(networks.map((network) => [network.slug, network]));
  const columns: SmallColumn<ResourceRow>[] = [
    {
      name: "timestamp",
      header: "Time",
      cell: (row) => <time dateTime={String(row.timestamp)}>{formatInstant(String(row.timestamp))}</time>,
    },
    {
      name: "kind",
      header: "Kind",
      cell: (row) => (
        <span className="inline-flex gap-1">
          <Badge size="xs">{kindWords(String(row.kind))}</Badge>
          {row.is_pending === true && (
            <Badge size="xs" variant="outline">
              Not final
            </Badge>
          )}
          {row.is_sample === true && (
            <Badge size="xs" variant="outline">
              Sample
            </Badge>
          )}
        </span>
      ),
    },
    {
      name: "network",
      header: "Network",
      cell: (row) => (
        <>
          <EntityLink kind="network" slug={textOf(row.network_slug)}>
            {textOf(row.network_name)}
          </EntityLink>
          <TokenMark row={row} />
        </>
      ),
    },
    {
      name: "amount",
      header: "Amount",
      numeric: true,
      cell: (row) =>
        row.amount_token === null ? (
          <Unknown />
        ) : (
          <>
            {formatDecimalText(String(row.amount_token))}{" "}
            <span className="text-faint text-sm">{textOf(row.symbol)}</span>
          </>
        ),
    },
    {
      name: "value",
      header: "Value",
      numeric: true,
      cell: (row) => (
        <Figure value={typeof row.amount_dollar === "number" ? row.amount_dollar : null} unit="dollar" />
      ),
    },
    {
      name: "transaction",
      header: "Transaction",
      wide: true,
      cell: (row) => {
        const network = networkBySlug.get(row.network_slug);
        const hash = textOf(row.transaction_hash);
        return (
          <Address
            address={hash}
            href={
              row.is_sample === true ? null : explorerLink(textOf(network?.explorer_url), "transaction", hash)
            }
            explorer={textOf(network?.explorer_name)}
            subject="transaction hash"
          />
        );
      },
    },
  ];
  return (
    <SmallTable
      caption={`Newest transactions of ${asset}`}
      columns={columns}
      rows={transactions}
      rowKey={(row) => row.id}
      // Times, amounts with symbols and hashes are wider than figures.
      perColumn={9}
      empty="No transactions yet."
    />
  );
}
