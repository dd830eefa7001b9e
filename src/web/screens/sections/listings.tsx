import type { AggregateRow, ResourceRow } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import { allOf, isEqual } from "#domain/query";
import type { PageSearch } from "../../features/chartView/pageSearch";
import { assetName } from "../../features/resourceList/assetColumns";
import { changeColumn, metricColumn } from "../../features/resourceList/metricColumns";
import { SmallTable } from "../../features/resourceList/SmallTable";
import { EntityLink } from "../../features/table/cells/EntityLink";
import { SearchLink } from "../../features/table/query/SearchLink";
import { formatFigure } from "../../format/formatNumber";
import { Card } from "../../ui/display/Card";
import { type ScreenContext, type Section, section } from "../frame/section";
import type { AssetsSubject } from "../frame/subject";

/** A listed share or fund, and the assets that represent it. */
interface ListedName {
  symbol: string;
  assets: readonly ResourceRow[];
}

/** The listed names of assets in the order of first appearance. Assets without one are omitted. */
export function listedNames(assets: readonly ResourceRow[]): ListedName[] {
  const bySymbol = new Map<string, ResourceRow[]>();
  for (const asset of assets) {
    const { underlying_symbol: symbol } = asset;
    if (typeof symbol !== "string" || symbol === "") continue;
    const known = bySymbol.get(symbol);
    if (known === undefined) bySymbol.set(symbol, [asset]);
    else known.push(asset);
  }
  return [...bySymbol].map(([symbol, ofSymbol]) => ({ symbol, assets: ofSymbol }));
}

/** True if more than one platform offers a name. */
export const isOfferedTwice = ({ assets }: ListedName): boolean =>
  new Set(assets.map(({ protocol_name: platform }) => platform)).size > 1;

/** Name of an offer: its platform, with the ticker if the platform has several. */
export function offerName(
  { protocol_name: platform, ticker }: ResourceRow,
  offers: readonly ResourceRow[],
): string {
  if (typeof platform !== "string") return String(ticker);
  const ofPlatform = offers.filter(({ protocol_name: other }) => other === platform);
  return ofPlatform.length > 1 ? `${platform} (${ticker})` : platform;
}

const ROWS = 8;
/** Exceeds the number of assets of any class: all of them are counted. */
const ALL = 2_000;

const hasName = { operator: "notEquals", field: "underlying_symbol", value: null } as const;
const transfers = "trailing_30_day_transfer_count";

/** Number of listed names that the assets of a subject represent, and the offers of the largest. */
export const listings = (value: MetricSlug): Section<AssetsSubject> =>
  section({
    queries: ({ subject }: ScreenContext<AssetsSubject>) =>
      ({
        offered: {
          rowsOf: "assets",
          filter: allOf(subject.filter, hasName),
          sort: { field: value, direction: "desc" },
          pagination: { page: 1, perPage: ALL },
          fields: ["slug", "ticker", "underlying_symbol", "protocol_name"],
        },
        largest: {
          totalsOf: "tokens",
          filter: allOf(subject.filter, hasName),
          aggregate: { groupBy: "underlying_symbol" },
          sort: { field: value, direction: "desc" },
          pagination: { page: 1, perPage: ROWS },
          fields: [value],
        },
      }) as const,
    render: ({ offered, largest }, { subject }) => {
      const names = listedNames(offered.results);
      const assetsOf = new Map(names.map(({ symbol, assets }) => [symbol, assets]));
      return (
        <Card
          title="Listed names"
          description={`${formatFigure(names.length, "count")} listed shares and funds are tokenized, ${formatFigure(names.filter(isOfferedTwice).length, "count")} of them by more than one platform.`}
          padded={false}
        >
          <SmallTable<AggregateRow>
            caption={`${subject.name}: listed names`}
            columns={[
              {
                name: "symbol",
                header: "Listed name",
                cell: ({ group: { name } }) => (
                  <SearchLink<PageSearch>
                    patch={{ filters: [["underlying_symbol", "equals", name]] }}
                    hash="assets"
                    className="inline-block min-h-6 min-w-6 content-center font-medium hover:text-accent hover:underline"
                  >
                    {name}
                  </SearchLink>
                ),
              },
              {
                name: "offers",
                header: "Offered by",
                flexible: true,
                cell: ({ group: { name } }) => <Offers assets={assetsOf.get(name) ?? []} />,
              },
              metricColumn<AggregateRow>(value),
              changeColumn<AggregateRow>(value, 30, { spare: true }),
            ]}
            rows={largest.results}
            rowKey={({ group }) => group.name}
            empty="No listed names yet."
          />
        </Card>
      );
    },
  });

/** The platforms that offer a name, each linked to its asset. */
const Offers = ({ assets }: { assets: readonly ResourceRow[] }) => (
  <span className="whitespace-normal">
    {assets.map((asset, index) => (
      <span key={asset.id}>
        {index > 0 && ", "}
        <EntityLink kind="asset" slug={String(asset.slug)}>
          {offerName(asset, assets)}
        </EntityLink>
      </span>
    ))}
  </span>
);

/** The assets of a subject without transfers in the last 30 days, largest first. */
export const withoutTransfers = (value: MetricSlug): Section<AssetsSubject> =>
  section({
    queries: ({ subject }: ScreenContext<AssetsSubject>) => {
      const counted = {
        rowsOf: "assets",
        sort: { field: value, direction: "desc" },
        fields: ["slug", "name", "ticker", value],
      } as const;
      return {
        still: {
          ...counted,
          filter: allOf(subject.filter, isEqual(transfers, 0)),
          pagination: { page: 1, perPage: ROWS },
        },
        unknown: {
          ...counted,
          filter: allOf(subject.filter, isEqual(transfers, null)),
          pagination: { page: 1, perPage: 1 },
        },
      } as const;
    },
    render: ({ still: { results, pagination }, unknown }, { subject }) => {
      const count = pagination.resultCount;
      const left = unknown.pagination.resultCount;
      return (
        <Card
          title="Without transfers"
          description={`${formatFigure(count, "count")} ${count === 1 ? "asset" : "assets"} had no transfers in the last 30 days.${left > 0 ? ` For ${formatFigure(left, "count")} more, transfers are unknown.` : ""}`}
          padded={false}
          footer={
            count > 0 ? (
              <SearchLink<PageSearch>
                patch={{ filters: [[transfers, "equals", 0]] }}
                hash="assets"
                className="inline-block py-1 underline hover:text-ink"
              >
                Show all {formatFigure(count, "count")} in the table
              </SearchLink>
            ) : undefined
          }
        >
          <SmallTable<ResourceRow>
            caption={`${subject.name}: assets without transfers in the last 30 days`}
            columns={[assetName, metricColumn<ResourceRow>(value, { kind: "asset" })]}
            rows={results}
            rowKey={(row) => row.id}
            empty="Every asset with known transfers had some in the last 30 days."
          />
        </Card>
      );
    },
  });
