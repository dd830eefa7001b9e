import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { HoldersByKind, TokenHolder, TokenHolders } from "#domain/api";
import { addressPath } from "#domain/screens";
import { HOLDERS_OFF, wordsOfValue } from "#domain/vocabulary";
import { Figure } from "../../format/Figure";
import { formatDate } from "../../format/formatDate";
import { formatDecimalText } from "../../format/formatNumber";
import { useTrpc } from "../../rpc/useTrpc";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { loginAddress } from "../people/session/postAuthRedirect";
import { ShareBar } from "../resourceList/ShareBar";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { EntityLink } from "../table/cells/EntityLink";
import { Address } from "./Address";
import { explorerLink } from "./explorerLink";

const TITLE = "Largest holders";
const ALL = "all";
/** Rows before all are requested. */
const MOST = 10;

type Row = TokenHolder & { token: TokenHolders };

const columnsOf = (isOneToken: boolean): SmallColumn<Row>[] => [
  {
    name: "address",
    header: "Holder",
    wide: true,
    cell: ({ address, label, kind, token }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Address
          address={address}
          href={explorerLink(token.explorer_url, "address", address)}
          explorer={token.explorer_name}
          subject={`address ${address}`}
          page={addressPath(token.network.slug, address)}
        />
        {label !== null && <span className="whitespace-normal">{label}</span>}
        {kind !== null && <Badge size="xs">{wordsOfValue(kind)}</Badge>}
      </span>
    ),
  },
  ...(isOneToken
    ? []
    : [
        {
          name: "network",
          header: "Network",
          cell: ({ token: { network } }: Row) => (
            <EntityLink kind="network" slug={network.slug}>
              {network.name}
            </EntityLink>
          ),
        },
      ]),
  {
    name: "balance",
    header: "Balance",
    numeric: true,
    cell: ({ units, balance, token: { symbol } }) => (
      <span title={`${formatDecimalText(balance)} ${symbol}`}>
        <Figure value={units} unit="token" /> <span className="text-faint text-sm">{symbol}</span>
      </span>
    ),
  },
  {
    name: "share",
    header: isOneToken ? "Share" : "Share on network",
    numeric: true,
    main: true,
    cell: ({ share_percent: share }) => <ShareBar share={share} of={null} />,
  },
  {
    name: "since",
    header: "Since",
    numeric: true,
    cell: ({ since }) => <time dateTime={since}>{formatDate(since)}</time>,
  },
];

const kindColumns: readonly SmallColumn<HoldersByKind>[] = [
  {
    name: "kind",
    header: "Kind of address",
    flexible: true,
    cell: ({ kind }) => (kind === null ? "Not listed" : wordsOfValue(kind)),
  },
  {
    name: "holders",
    header: "Addresses",
    numeric: true,
    cell: ({ holders }) => <Figure value={holders} unit="count" />,
  },
  {
    name: "units",
    header: "Balance",
    numeric: true,
    cell: ({ units }) => <Figure value={units} unit="token" />,
  },
  {
    name: "value",
    header: "Value",
    numeric: true,
    cell: ({ value_dollar: value }) => <Figure value={value} unit="dollar" />,
  },
  {
    name: "share",
    header: "Share",
    numeric: true,
    main: true,
    cell: ({ share_percent: share }) => <ShareBar share={share} of={null} />,
  },
];

/** Name of a token among those of its asset. */
const tokenName = ({ network, symbol }: TokenHolders, tokens: readonly TokenHolders[]): string =>
  tokens.filter((one) => one.network.slug === network.slug).length > 1
    ? `${network.name} (${symbol})`
    : network.name;

const newestDay = (tokens: readonly TokenHolders[]): string | null =>
  tokens
    .flatMap(({ date }) => date ?? [])
    .toSorted()
    .at(-1) ?? null;

/** The largest holders of the tokens of an asset with a ledger, by network, or why they are not shown. */
export function LargestHolders({ asset, name }: { asset: string; name: string }) {
  const { state, tokens, kinds } = useSuspenseQuery(
    useTrpc().market.largestHolders.queryOptions({ asset }),
  ).data;
  const [chosen, setChosen] = useState(ALL);
  if (state !== "shown") return <Notice state={state} asset={asset} />;
  const shown = tokens.filter(({ token_id }) => chosen === ALL || String(token_id) === chosen);
  const rows = shown
    .flatMap((token) => token.largest.map((holder): Row => ({ ...holder, token })))
    .toSorted((one, other) => other.units - one.units);
  const date = newestDay(shown);
  return (
    <Card
      title={TITLE}
      description={date === null ? undefined : `From the ledger of transfers, end of ${formatDate(date)}.`}
      padded={false}
      actions={
        tokens.length > 1 && (
          <SegmentedControl
            label="Network"
            size="sm"
            value={chosen}
            onChange={setChosen}
            segments={[
              { value: ALL, label: "All" },
              ...tokens.map((token) => ({ value: String(token.token_id), label: tokenName(token, tokens) })),
            ]}
          />
        )
      }
      footer={
        <Link
          to="/holders"
          search={{
            filters: [
              ["asset_slug", "equals", asset],
              ...(chosen === ALL ? [] : [["token_id", "equals", chosen] as [string, string, string]]),
            ],
          }}
          className="inline-block py-1 underline hover:text-ink"
        >
          All {shown.reduce((sum, { holders }) => sum + holders, 0).toLocaleString("en-US")} holders
        </Link>
      }
    >
      <SmallTable
        caption={`${TITLE} of ${name}`}
        columns={columnsOf(tokens.length === 1)}
        rows={rows}
        rowKey={({ token, address }) => `${token.token_id} ${address}`}
        perColumn={9}
        most={MOST}
      />
      {kinds.length > 0 && chosen === ALL && (
        <div className="border-t">
          <SmallTable
            caption="Holdings by kind of address"
            columns={kindColumns}
            rows={kinds}
            rowKey={({ kind }) => kind ?? ""}
          />
        </div>
      )}
    </Card>
  );
}

function Notice({ state, asset }: { state: "none" | "sign_in" | "off"; asset: string }) {
  return (
    <Card title={TITLE}>
      <p className="text-muted text-md">
        {state === "none" && "No ledger of these tokens is read, so that their holders are not known."}
        {state === "off" && HOLDERS_OFF}
        {state === "sign_in" && (
          <>
            <a href={loginAddress(`/assets/${asset}#largest-holders`)} className="text-accent underline">
              Sign in
            </a>{" "}
            to see which addresses hold the most.
          </>
        )}
      </p>
    </Card>
  );
}
