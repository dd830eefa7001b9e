import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { AddressHistory, AddressToken } from "#domain/api";
import { addressPath } from "#domain/screens";
import { shortAddress } from "#domain/text";
import { HOLDERS_OFF, wordsOfValue } from "#domain/vocabulary";
import { Chart } from "../../charts/Chart";
import type { ChartSeries, ChartView } from "../../charts/series/chartSeries";
import { documentName } from "../../format/documentName";
import { Figure } from "../../format/Figure";
import { formatDate } from "../../format/formatDate";
import { formatDecimalText } from "../../format/formatNumber";
import { Unknown } from "../../format/Unknown";
import { useTrpc } from "../../rpc/useTrpc";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { Address } from "../asset/Address";
import { explorerLink } from "../asset/explorerLink";
import { loginAddress } from "../people/session/postAuthRedirect";
import { useCanDownload } from "../people/session/useCanDownload";
import { ShareBar } from "../resourceList/ShareBar";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { PageHeader } from "../shell/PageHeader";
import { EntityLink } from "../table/cells/EntityLink";
import type { AddressParams } from "./loadAddress";

const columns: readonly SmallColumn<AddressToken>[] = [
  {
    name: "token",
    header: "Token",
    flexible: true,
    cell: ({ asset, symbol }) => (
      <>
        <EntityLink kind="asset" slug={asset.slug}>
          {asset.name}
        </EntityLink>{" "}
        <span className="text-faint text-sm">{symbol}</span>
      </>
    ),
  },
  {
    name: "balance",
    header: "Balance",
    numeric: true,
    cell: ({ units, balance, symbol }) => (
      <span title={`${formatDecimalText(balance)} ${symbol}`}>
        <Figure value={units} unit="token" />
      </span>
    ),
  },
  {
    name: "value",
    header: "Value",
    numeric: true,
    main: true,
    cell: ({ value_dollar: value }) => <Figure value={value} unit="dollar" />,
  },
  {
    name: "share",
    header: "Share of supply",
    numeric: true,
    cell: ({ share_percent: share }) => <ShareBar share={share} of={null} />,
  },
  {
    name: "since",
    header: "Since",
    numeric: true,
    cell: ({ since }) => (since === null ? <Unknown /> : <time dateTime={since}>{formatDate(since)}</time>),
  },
  {
    name: "first",
    header: "First activity",
    numeric: true,
    cell: ({ first_active: day }) => <time dateTime={day}>{formatDate(day)}</time>,
  },
  {
    name: "last",
    header: "Last activity",
    numeric: true,
    cell: ({ last_active: day }) => <time dateTime={day}>{formatDate(day)}</time>,
  },
  { name: "date", header: "As of", numeric: true, spare: true, cell: ({ date }) => formatDate(date) },
];

/** Present and past balances of an address in tokens with a ledger, or why it is not shown. */
export function AddressPage(params: AddressParams) {
  const found = useSuspenseQuery(useTrpc().market.address.queryOptions(params)).data;
  const title = `Address ${shortAddress(params.address)}`;
  if (found.state === "missing") return null;
  if (found.state === "shown") return <Shown title={title} history={found.history} />;
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <p className="text-muted text-md">
          {found.state === "off" ? (
            HOLDERS_OFF
          ) : (
            <>
              <a
                href={loginAddress(addressPath(params.network, params.address))}
                className="text-accent underline"
              >
                Sign in
              </a>{" "}
              to see what this address holds.
            </>
          )}
        </p>
      </Card>
    </>
  );
}

function Shown({ title, history }: { title: string; history: AddressHistory }) {
  const { network, address, labels, tokens } = history;
  const present = tokens.filter(({ units }) => units > 0);
  return (
    <>
      <PageHeader
        title={title}
        badges={[...new Set(labels.map(({ kind }) => kind))].map((kind) => (
          <Badge key={kind} size="md">
            {wordsOfValue(kind)}
          </Badge>
        ))}
        description={
          <>
            On{" "}
            <EntityLink kind="network" slug={network.slug}>
              {network.name}
            </EntityLink>
            :{" "}
            <Address
              address={address}
              href={explorerLink(network.explorer_url, "address", address)}
              explorer={network.explorer_name}
              subject={`address ${address}`}
            />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {labels.length > 0 && (
          <Card title="Labels" description="What public sources say about this address.">
            <ul className="flex flex-col gap-1">
              {labels.map(({ name, kind, owner, asset, source_url: source }) => (
                <li key={`${name} ${kind} ${asset}`}>
                  <span className="font-medium">{name}</span>
                  {owner !== null && owner !== name && ` · ${owner}`}
                  {asset !== null && ` · for ${asset}`}
                  {source !== null && (
                    <>
                      {" · "}
                      <a href={source} target="_blank" rel="noopener noreferrer" className="underline">
                        {documentName(source)}
                        <span className="sr-only"> (opens in a new tab)</span>
                      </a>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card
          title="Tokens"
          description={
            tokens.length === 0 ? undefined : `${present.length} of ${tokens.length} with a balance.`
          }
          padded={false}
          footer={
            <Link
              to="/transactions"
              search={{ q: address, filters: [["network_slug", "equals", network.slug]] }}
              className="inline-block py-1 underline hover:text-ink"
            >
              Transfers from and to this address
            </Link>
          }
        >
          <SmallTable
            caption="Tokens of this address"
            columns={columns}
            rows={tokens}
            rowKey={({ token_id: id }) => id}
            empty={`No transfers from or to it of tokens on ${network.name} whose ledger is read.`}
          />
        </Card>
        {tokens.length > 0 && <OverTime tokens={tokens} />}
      </div>
    </>
  );
}

const measures = {
  value: { id: 0, slug: "value_dollar", name: "Value (Dollar)", label: "Value", unit: "dollar" },
  units: { id: 1, slug: "balance_token", name: "Balance (Token)", label: "Balance", unit: "token" },
} as const;
type Measured = keyof typeof measures;

const viewOf = (measured: Measured): ChartView => ({
  mode: measured === "value" ? "stacked" : "lines",
  scale: "linear",
  percent: false,
  range: "all",
  interval: "day",
});

function OverTime({ tokens }: { tokens: readonly AddressToken[] }) {
  const canXlsx = useCanDownload("xlsx");
  const hasValues = tokens.some(({ points }) => points.some((point) => point.value_dollar !== null));
  const [measured, setMeasured] = useState<Measured>(hasValues ? "value" : "units");
  const series = useMemo(
    () =>
      tokens.flatMap(({ token_id: id, asset, symbol, points }): ChartSeries[] => {
        const known = points.flatMap(({ date, units, value_dollar: value }) => {
          const shown = measured === "value" ? value : units;
          return shown === null ? [] : [[date, shown] as const];
        });
        const group = { type: "token", id, slug: null, name: `${asset.name} (${symbol})` };
        return known.length === 0 ? [] : [{ measure: measures[measured], group, points: known }];
      }),
    [tokens, measured],
  );
  const view = useMemo(() => viewOf(measured), [measured]);
  return (
    <section aria-label="Over time" className="flex flex-col gap-2">
      {hasValues && (
        <SegmentedControl
          label="Shown"
          size="sm"
          value={measured}
          onChange={(value) => setMeasured(value === "units" ? "units" : "value")}
          segments={[
            { value: "value", label: "Value" },
            { value: "units", label: "Balance" },
          ]}
        />
      )}
      <Chart
        id="over-time"
        title={measured === "value" ? "Value by token" : "Balance by token"}
        subtitle="End of each day (UTC)"
        series={series}
        view={view}
        isSample={false}
        canXlsx={canXlsx}
        canEmbed={false}
      />
    </section>
  );
}
