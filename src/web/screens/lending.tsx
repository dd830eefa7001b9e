/** Lending figures: performance, breakdowns, and the largest loans and pools for users with access. */
import { Link } from "@tanstack/react-router";
import type { LoanSplitField, ResourceRow } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import { type FieldName, loansResource, poolsResource, type Resource } from "#domain/resources";
import { accessTo, loanStatusDoc, wordsOfValue } from "#domain/vocabulary";
import { MetricLines } from "../features/chartView/PlainChart";
import { LoanSplitTable } from "../features/lending/LoanSplitTable";
import { loginAddress } from "../features/people/session/postAuthRedirect";
import { type SmallColumn, SmallTable } from "../features/resourceList/SmallTable";
import { EntityLink } from "../features/table/cells/EntityLink";
import { Figure } from "../format/Figure";
import { formatDate } from "../format/formatDate";
import { textOf } from "../format/textOf";
import { Unknown } from "../format/Unknown";
import type { RowsQuery } from "../rpc/marketQueries";
import { Badge } from "../ui/display/Badge";
import { Card } from "../ui/display/Card";
import { halves, where } from "./frame/layout";
import { type ScreenContext, type Section, section } from "./frame/section";
import { metricLinesQuery } from "./sections/metricLinesQuery";

/** Rows of the largest loans and pools. */
const firstRows = { page: 1, perPage: 10 };

const rates = ["late_rate_percent", "default_rate_percent"] as const satisfies readonly MetricSlug[];

const ratesQuery = ({ subject, status }: ScreenContext) =>
  metricLinesQuery(rates, subject.filter, { asOf: status.as_of });

/** The late rate and the default rate over time. */
const ratesOverTime = section({
  queries: (context: ScreenContext) => ({ rates: ratesQuery(context) }),
  render: ({ rates: packed }, context) => (
    <MetricLines
      id="rates"
      title="Late and default rates"
      packed={packed}
      query={ratesQuery(context)}
      metrics={rates}
      interval="month"
    >
      Late: principal of late loans as a share of outstanding capital. Default: principal in default as a
      share of all principal issued to date.
    </MetricLines>
  ),
});

const splitTitles: Readonly<Record<LoanSplitField, string>> = {
  sector: "Sector",
  collateral_type: "Collateral",
  status: "Status",
  region: "Region",
};

/** Totals of all loans, which are public. */
const splitBy = (by: LoanSplitField): Section =>
  section({
    queries: () => ({ sums: { sumsOf: "loans" } as const }),
    render: ({ sums }) => (
      <Card
        title={`Loans by ${splitTitles[by].toLowerCase()}`}
        description={
          by === "status" &&
          "Outstanding capital and active loans, above, include late loans; principal in default is counted separately. Loans of ended assets are counted in these tables only."
        }
        padded={false}
      >
        <LoanSplitTable header={splitTitles[by]} by={by} groups={sums[by]} />
      </Card>
    ),
  });

const figure = <Name extends string>(
  name: Name,
  header: string,
  unit: string,
): SmallColumn<ResourceRow, Name> => ({
  name,
  header,
  numeric: true,
  cell: ({ [name]: value }) => <Figure value={typeof value === "number" ? value : null} unit={unit} />,
});

const status: SmallColumn<ResourceRow, "status"> = {
  name: "status",
  header: "Status",
  cell: (row) => (
    <span title={loanStatusDoc(String(row.status)) ?? undefined}>{wordsOfValue(String(row.status))}</span>
  ),
};

/** Fields of `nameOfAsset` other than the name of the row. */
const assetNamed = ["asset_slug", "asset_name", "is_sample"] as const;

/** Name of a row, and its asset. */
const nameOfAsset = (header: string): SmallColumn<ResourceRow, "name"> => ({
  name: "name",
  header,
  flexible: true,
  cell: (row) => (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-medium">{String(row.name)}</span>
        {row.is_sample === true && <Badge>Sample</Badge>}
      </span>
      <span className="block truncate text-muted text-sm">
        <EntityLink kind="asset" slug={textOf(row.asset_slug)}>
          {textOf(row.asset_name) ?? ""}
        </EntityLink>
      </span>
    </>
  ),
});

interface LargestOptions {
  resource: Resource;
  rows: RowsQuery<"loans" | "pools">;
  columns: readonly SmallColumn<ResourceRow>[];
  path: "/loans" | "/pools";
}

const largest = ({ resource, rows, columns, path }: LargestOptions) =>
  section({
    queries: () => ({ rows }),
    render: ({ rows: { results } }) => (
      <Card
        title={`Largest ${resource.label.toLowerCase()}`}
        padded={false}
        footer={
          <Link to={path} className="inline-block py-1 underline hover:text-ink">
            All {resource.label.toLowerCase()}
          </Link>
        }
      >
        <SmallTable
          caption={`Largest ${resource.label.toLowerCase()}`}
          columns={columns}
          rows={results}
          rowKey={({ id }) => id}
          empty="No data yet."
        />
      </Card>
    ),
  });

const loanColumns: readonly SmallColumn<ResourceRow, FieldName<"loans">>[] = [
  nameOfAsset("Loan"),
  status,
  { ...figure("outstanding_dollar", "Outstanding", "dollar"), main: true },
  figure("interest_rate_percent", "Rate", "percent"),
  {
    name: "maturity_date",
    header: "Matures",
    numeric: true,
    cell: ({ maturity_date: day }) =>
      typeof day === "string" ? <time dateTime={day}>{formatDate(day)}</time> : <Unknown />,
  },
];

const largestLoans = largest({
  resource: loansResource,
  rows: {
    rowsOf: "loans",
    sort: { field: "outstanding_dollar", direction: "desc" },
    pagination: firstRows,
    fields: [...assetNamed, ...loanColumns.map(({ name }) => name)],
  },
  path: "/loans",
  columns: loanColumns,
});

const poolColumns: readonly SmallColumn<ResourceRow, FieldName<"pools">>[] = [
  nameOfAsset("Pool"),
  status,
  { ...figure("outstanding_capital_dollar", "Outstanding", "dollar"), main: true },
  figure("defaulted_loans_amount_dollar", "In default", "dollar"),
  figure("active_loans_count", "Active loans", "count"),
];

const largestPools = largest({
  resource: poolsResource,
  rows: {
    rowsOf: "pools",
    sort: { field: "outstanding_capital_dollar", direction: "desc" },
    pagination: firstRows,
    fields: [...assetNamed, ...poolColumns.map(({ name }) => name)],
  },
  path: "/pools",
  columns: poolColumns,
});

/**
 * True if the caller can read single loans and pools. The server makes the same check before it returns any.
 */
const mayRead = ({ api }: ScreenContext): boolean =>
  [loansResource, poolsResource].every(({ permission }) => accessTo(permission, api.user) === "allowed");

const closed: Section = {
  load: () => Promise.resolve(),
  show: ({ api }) => (
    <p className="text-muted text-sm">
      Individual loans and pools are an experimental feature.{" "}
      {api.user.id === "" ? (
        <a href={loginAddress("/private-credit")} className="underline hover:text-ink">
          Sign in to see them
        </a>
      ) : (
        <Link to="/settings/plan" className="underline hover:text-ink">
          See what your plan includes
        </Link>
      )}
    </p>
  ),
};

/** The sections of a class that lends. */
export const lending: readonly Section[] = [
  ratesOverTime,
  halves(splitBy("sector"), splitBy("collateral_type"), splitBy("status"), splitBy("region")),
  where(mayRead, halves(largestLoans, largestPools)),
  where((context) => !mayRead(context), closed),
];
