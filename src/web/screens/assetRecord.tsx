/** Holders of an asset, deviation of its price from its value, documents and history. */

import { metricOf } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import { assetDocuments } from "../features/asset/assetDocuments";
import { assetHistory } from "../features/asset/assetHistory";
import { deploymentsOf, evidenceOf } from "../features/asset/assetQueries";
import { unitValues } from "../features/asset/assetSet";
import { Holders, hasHolders } from "../features/asset/Holders";
import { LargestHolders } from "../features/asset/LargestHolders";
import { chartChecksQuery } from "../features/chartView/chartEvents";
import { NO_GROUP } from "../features/chartView/chartSearch";
import { MetricLines } from "../features/chartView/PlainChart";
import { DocumentLink } from "../features/evidence/DocumentLink";
import { SmallTable } from "../features/resourceList/SmallTable";
import { Figure } from "../format/Figure";
import { formatPartialDate } from "../format/formatDate";
import { Unknown } from "../format/Unknown";
import { Card } from "../ui/display/Card";
import { where } from "./frame/layout";
import { type ScreenContext, section } from "./frame/section";
import type { ProfileSubject } from "./frame/subject";
import { metricLinesQuery } from "./sections/metricLinesQuery";

type AssetContext = ScreenContext<ProfileSubject>;

/** Rows before all are requested. */
const MOST = 6;

/** Differences below this percentage are rounded to 0.00%, neither above nor below. */
const ROUNDS_TO_NONE = 0.005;

const isKnown = ({ row }: ProfileSubject, metric: MetricSlug): boolean =>
  (metricOf(row, metric)?.val ?? null) !== null;

const unitsQuery = ({ subject, status }: AssetContext) =>
  metricLinesQuery(unitValues, subject.filter, { asOf: status.as_of, interval: "week", range: "1y" });

/** Net asset value and market price of one unit, if both are known. */
export const navAndPrice = where(
  ({ subject }: AssetContext) => unitValues.every((metric) => isKnown(subject, metric)),
  section({
    queries: ({ subject, status, ...context }: AssetContext) => ({
      units: unitsQuery({ subject, status, ...context }),
      checks: chartChecksQuery(
        { group: NO_GROUP, range: "1y", interval: "week", metrics: unitValues },
        { filter: subject.filter, asOf: status.as_of },
        [],
      ),
      figures: { sourcesOf: "tokens", filter: subject.filter, metrics: unitValues } as const,
    }),
    render: ({ units, checks, figures }, context) => {
      const { subject } = context;
      const premium = metricOf(subject.row, "nav_premium_percent")?.val ?? null;
      return (
        <MetricLines
          id="nav-and-price"
          title="Net asset value and price"
          packed={units}
          query={unitsQuery(context)}
          figures={figures}
          checks={checks}
          metrics={unitValues}
          interval="week"
          range="1y"
        >
          Per unit.
          {premium !== null &&
            (Math.abs(premium) < ROUNDS_TO_NONE ? (
              " The price is now at net asset value."
            ) : (
              <>
                {" The price is now "}
                <Figure value={Math.abs(premium)} unit="percent" /> {premium < 0 ? "below" : "above"} net
                asset value.
              </>
            ))}
        </MetricLines>
      );
    },
  }),
);

export const holders = where(
  ({ subject }: AssetContext) => hasHolders(subject.row),
  section({
    queries: ({ subject }: AssetContext) => ({ tokens: deploymentsOf(subject.slug) }),
    render: ({ tokens: { results } }, { subject }) => (
      <Card title="Holders and concentration" padded={false}>
        <Holders asset={subject.row} tokens={results} />
      </Card>
    ),
  }),
);

export const largestHolders = where(({ subject }: AssetContext) => hasHolders(subject.row), {
  load: ({ api: { queryClient, trpc }, subject }: AssetContext) =>
    queryClient.query({
      ...trpc.market.largestHolders.queryOptions({ asset: subject.slug }),
      staleTime: "static",
    }),
  show: ({ subject }: AssetContext) => <LargestHolders asset={subject.slug} name={subject.name} />,
});

export const documents = section({
  queries: ({ subject }: AssetContext) => ({ facts: evidenceOf(subject.slug) }),
  render: ({ facts: { results } }) => {
    const found = assetDocuments(results);
    return (
      found.length > 0 && (
        <Card title="Documents" description="Public documents behind the facts on this page." padded={false}>
          <SmallTable
            caption="Documents"
            columns={[
              {
                name: "name",
                header: "Document",
                flexible: true,
                cell: ({ name, address }) => <DocumentLink document={name} address={address} size="md" />,
              },
              {
                name: "publisher",
                header: "Publisher",
                cell: ({ publisher }) => <span className="lg:inline-block lg:min-w-40">{publisher}</span>,
              },
              {
                name: "date",
                header: "Date",
                numeric: true,
                cell: ({ date }) => (date === null ? <Unknown /> : formatPartialDate(date)),
              },
              {
                name: "supports",
                header: "Supports",
                cell: ({ supports }) => (
                  <span className="whitespace-normal lg:inline-block lg:min-w-48">
                    {supports.join(" · ")}
                  </span>
                ),
              },
            ]}
            rows={found}
            rowKey={({ address, name, date }) => `${address} ${name} ${date}`}
            most={MOST}
          />
        </Card>
      )
    );
  },
});

export const history = section({
  queries: ({ subject }: AssetContext) => ({
    tokens: deploymentsOf(subject.slug),
    facts: evidenceOf(subject.slug),
  }),
  render: ({ tokens, facts }, { subject }) => {
    const entries = assetHistory({ asset: subject.row, tokens: tokens.results, facts: facts.results });
    return (
      entries.length > 0 && (
        <Card title="History of changes" description="Dated changes, newest first." padded={false}>
          <SmallTable
            caption="History of changes"
            columns={[
              {
                name: "date",
                header: "Date",
                cell: ({ date }) => <time dateTime={date}>{formatPartialDate(date)}</time>,
              },
              {
                name: "what",
                header: "Event",
                main: true,
                cell: ({ what }) => <span className="lg:whitespace-nowrap">{what}</span>,
              },
              {
                name: "words",
                header: "What happened",
                flexible: true,
                cell: ({ words }) => <span className="whitespace-normal">{words}</span>,
              },
            ]}
            rows={entries}
            rowKey={({ key }) => key}
            perColumn={8}
            most={MOST}
          />
        </Card>
      )
    );
  },
});
