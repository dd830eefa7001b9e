import type { ResourceRow } from "#domain/api";
import { isEqual } from "#domain/query";
import type { FieldName } from "#domain/resources";
import { wordsOfValue } from "#domain/vocabulary";
import { evidenceOf } from "../features/asset/assetQueries";
import { StatedFacts } from "../features/evidence/StatedFacts";
import { newestFirst } from "../features/evidence/sourceFact";
import { type SmallColumn, SmallTable } from "../features/resourceList/SmallTable";
import { EntityLink } from "../features/table/cells/EntityLink";
import { formatDate } from "../format/formatDate";
import { formatFigure, formatShare } from "../format/formatNumber";
import { textOf } from "../format/textOf";
import { Unknown } from "../format/Unknown";
import { Badge } from "../ui/display/Badge";
import { Card } from "../ui/display/Card";
import { pair } from "./frame/layout";
import type { Screen } from "./frame/screen";
import { type ScreenContext, section, view } from "./frame/section";
import type { RecordSubject } from "./frame/subject";
import { recordOf } from "./frame/subjects";
import { facts } from "./sections/card";

const figure = (value: unknown, unit: "dollar" | "percent") =>
  typeof value === "number" ? formatFigure(value, unit) : <Unknown />;

/** Columns of an offering: state, closing date, size and target. */
const offeringColumns: readonly SmallColumn<ResourceRow>[] = [
  {
    name: "name",
    header: "Offering",
    flexible: true,
    cell: (row) => (
      <span className="font-medium">
        <EntityLink kind="investment" slug={textOf(row.slug)}>
          {String(row.name)}
        </EntityLink>{" "}
        {row.is_sample === true && <Badge>Sample</Badge>}
      </span>
    ),
  },
  { name: "status", header: "Status", cell: ({ status }) => wordsOfValue(String(status)) },
  {
    name: "closes_date",
    header: "Closes",
    cell: ({ closes_date }) =>
      closes_date === null ? (
        <Unknown />
      ) : (
        <time dateTime={String(closes_date)}>{formatDate(String(closes_date))}</time>
      ),
  },
  {
    name: "target_dollar",
    header: "Target",
    numeric: true,
    cell: ({ target_dollar }) => figure(target_dollar, "dollar"),
  },
  {
    name: "target_yield_percent",
    header: "Target yield",
    numeric: true,
    cell: ({ target_yield_percent }) => figure(target_yield_percent, "percent"),
  },
];

interface RaisedBarProps {
  /** In dollars; null if unknown. */
  raised: number | null;
  target: number | null;
}

/** Raised share of an offering's target. Renders nothing if either figure is unknown. */
function RaisedBar({ raised, target }: RaisedBarProps) {
  if (raised === null || target === null || target === 0) return null;
  const percent = (100 * raised) / target;
  return (
    <div className="mb-4 rounded-lg border bg-surface p-4">
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-md">
        <span>
          <span className="font-medium">{formatFigure(raised, "dollar")}</span> raised of{" "}
          {formatFigure(target, "dollar")}
        </span>
        <span className="text-muted">{formatShare(percent)}</span>
      </p>
      <progress
        aria-label="Raised"
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent-fill"
        max={target}
        value={Math.min(raised, target)}
      />
    </div>
  );
}

const terms = [
  "asset_name",
  "asset_class_name",
  "protocol_name",
  "opens_date",
  "closes_date",
  "target_dollar",
  "raised_dollar",
  "minimum_investment_dollar",
  "target_yield_percent",
] as const satisfies readonly FieldName<"investments">[];

/** Facts about the asset of an offering that are relevant to investors. */
const assetFacts = [
  "is_investable",
  "investor_kinds",
  "open_to_retail",
  "open_to_us_persons",
  "excluded_countries",
  "kyc_required",
  "management_fee_percent",
  "is_redeemable",
  "redeemable_by",
  "redemption_settlement",
] as const satisfies readonly FieldName<"assets">[];

type OfferingContext = ScreenContext<RecordSubject>;

const raised = view<RecordSubject>(({ subject: { row } }) => (
  <RaisedBar
    raised={typeof row.raised_dollar === "number" ? row.raised_dollar : null}
    target={typeof row.target_dollar === "number" ? row.target_dollar : null}
  />
));

const whoMayInvest = section({
  queries: ({ subject }: OfferingContext) => ({
    assets: {
      rowsOf: "assets",
      filter: isEqual("slug", textOf(subject.row.asset_slug) ?? ""),
      pagination: { page: 1, perPage: 1 },
      fields: ["slug", "name", "management_fee_terms", ...assetFacts],
    },
    facts: evidenceOf(textOf(subject.row.asset_slug) ?? ""),
  }),
  render: ({ assets: { results }, facts: { results: evidence } }) => {
    const [asset] = results;
    return (
      <Card
        title="Who may invest"
        description="What public documents say about the asset. Anything they do not cover is unknown, and never shown as No."
      >
        {asset === undefined ? (
          <p className="text-md text-muted">The asset of this offering is not in the catalog.</p>
        ) : (
          <>
            <StatedFacts row={asset} fields={assetFacts} facts={newestFirst(evidence)} />
            <p className="mt-3 text-md">
              <EntityLink kind="asset" slug={textOf(asset.slug)}>
                {`All evidence on ${String(asset.name)}`}
              </EntityLink>
            </p>
          </>
        )}
      </Card>
    );
  },
});

const others = section({
  queries: ({ subject }: OfferingContext) => ({
    offerings: {
      rowsOf: "investments",
      filter: {
        operator: "and",
        filters: [
          isEqual("asset_class_slug", textOf(subject.row.asset_class_slug) ?? ""),
          { operator: "notEquals", field: "slug", value: subject.slug },
        ],
      },
      sort: { field: "closes_date", direction: "asc" },
      pagination: { page: 1, perPage: 10 },
      fields: ["slug", "name", "status", "closes_date", "target_dollar", "target_yield_percent", "is_sample"],
    } as const,
  }),
  render: ({ offerings: { results } }, { subject }) => (
    <Card title={`Other offerings: ${String(subject.row.asset_class_name)}`} padded={false}>
      <SmallTable
        caption="Other offerings of the class"
        columns={offeringColumns}
        rows={results}
        rowKey={({ id }) => id}
        empty="No other offering of this class is live or upcoming."
      />
    </Card>
  ),
});

/** An offering: terms, amount raised and eligibility. */
export const investment: Screen<RecordSubject> = {
  isUndated: true,
  subject: recordOf("investment", [
    ...terms,
    "slug",
    "name",
    "status",
    "asset_slug",
    "asset_class_slug",
    "protocol_slug",
    "is_sample",
  ]),
  header: {
    badges: ({ subject: { row } }) => (
      <>
        <Badge size="md" variant={row.status === "live" ? "success" : "secondary"}>
          {wordsOfValue(String(row.status))}
        </Badge>
        {row.is_sample === true && (
          <Badge size="md" variant="outline">
            Sample
          </Badge>
        )}
      </>
    ),
  },
  lead: [raised],
  sections: [pair(facts<RecordSubject>({ fields: terms }), whoMayInvest), others],
  under: () => "/invest",
  head: ({ name }) => ({
    title: name,
    description: `${name}: terms, dates, amount raised and who may invest.`,
  }),
};
