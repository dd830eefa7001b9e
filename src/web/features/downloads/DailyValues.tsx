import { useSuspenseQuery } from "@tanstack/react-query";
import type { AggregateRow } from "#domain/api";
import { metricByName } from "#domain/metrics";
import { allOf, isEqual, type QueryInput } from "#domain/query";
import type { SeriesName } from "#domain/resources";
import { filePermission } from "#domain/screens";
import { accessTo, assetClasses } from "#domain/vocabulary";
import { exportUrl } from "../../format/exportUrl";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { classSet } from "../assetClass/classSets";
import { useCaller } from "../people/session/useCaller";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { pageLink } from "../shell/followPageLinks";

const VALUE = "bridged_token_value_dollar";

/** The asset classes with assets, largest first. */
export const classesQuery: QueryInput = {
  aggregate: { groupBy: "asset_class" },
  sort: { field: VALUE, direction: "desc" },
  fields: [VALUE],
};

/** Daily values as CSV: of all asset classes, and of the assets of each class. */
export function DailyValues() {
  const { results } = useSuspenseQuery(
    useTrpc().market.aggregates.queryOptions({ resource: "tokens", query: classesQuery }),
  ).data;
  return (
    <>
      <Needs />
      <Card
        title="Daily values by asset class"
        description="Values of every day as CSV, by asset: one file for each asset class, and one with the totals of all."
        padded={false}
      >
        <SmallTable
          caption="Files of daily values by asset class"
          columns={columns}
          rows={[null, ...results]}
          rowKey={(row) => row?.group.slug ?? ""}
          perColumn={9}
        />
      </Card>
    </>
  );
}

/** Null for the row of all classes. */
type ClassRow = AggregateRow | null;

const classOf = (row: AggregateRow) => assetClasses.find(({ slug }) => slug === row.group.slug);

function metricOfClass(row: ClassRow): string {
  const known = row === null ? undefined : classOf(row);
  return known === undefined ? VALUE : classSet(known.slug).breakdown;
}

function fileOf(row: ClassRow): string {
  const metric = metricOfClass(row);
  return exportUrl({
    path: "tokens/aggregates/timeseries",
    format: "csv",
    query: {
      filter: allOf(
        isEqual<SeriesName>("measure_slug", metric),
        row === null ? null : isEqual("asset_class_slug", row.group.slug ?? ""),
      ),
      aggregate: { groupBy: row === null ? "asset_class" : "asset", interval: "day" },
    },
    subject: `daily-values-${row?.group.slug ?? "asset-classes"}`,
  });
}

const columns: readonly SmallColumn<ClassRow>[] = [
  {
    name: "class",
    header: "Asset class",
    flexible: true,
    cell: (row) => {
      const route = row === null ? "/" : classOf(row)?.route;
      const name = row?.group.name ?? "All asset classes";
      return route == null ? (
        name
      ) : (
        <a href={route} className={`${pageLink} hover:underline`}>
          {name}
        </a>
      );
    },
  },
  {
    name: "by",
    header: "By",
    cell: (row) => <span className="whitespace-nowrap">{row === null ? "Asset class" : "Asset"}</span>,
  },
  {
    name: "metric",
    header: "Metric",
    cell: (row) => <span className="whitespace-nowrap">{metricByName(metricOfClass(row))?.label}</span>,
  },
  {
    name: "file",
    header: "File",
    main: true,
    screenOnly: true,
    cell: (row) => (
      <a href={fileOf(row)} download className={buttonClass({ size: "sm" })}>
        CSV<span className="sr-only"> of daily values: {row?.group.name ?? "all asset classes"}</span>
      </a>
    ),
  },
];

/** States the requirements for downloads up front. */
function Needs() {
  const access = accessTo(filePermission("xlsx"), useCaller());
  if (access === "allowed") return null;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-md">
          CSV files are open to everyone. Excel, Parquet and JSON Lines files need{" "}
          {access === "sign_in" ? "an account on a plan" : "a plan"} with data downloads.
        </p>
        <div className="flex flex-wrap gap-2">
          <a href="/platform-overview" className={`${pageLink} ${buttonClass({ size: "sm" })}`}>
            Compare plans
          </a>
          {access === "sign_in" && (
            <a
              href="/login?callbackUrl=%2Fdownloads"
              className={`${pageLink} ${buttonClass({ size: "sm", variant: "primary" })}`}
            >
              Sign in
            </a>
          )}
        </div>
      </div>
    </Card>
  );
}
