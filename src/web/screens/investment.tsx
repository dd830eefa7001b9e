import { type FieldName, isEqual, wordsOfValue } from "#domain";
import { evidenceOf } from "../features/asset/assetQueries";
import { StatedFacts } from "../features/evidence/StatedFacts";
import { newestFirst } from "../features/evidence/sourceFact";
import { offeringColumns } from "../features/invest/offeringColumns";
import { RaisedBar } from "../features/invest/RaisedBar";
import { SmallTable } from "../features/resourceList/SmallTable";
import { EntityLink } from "../features/table/cells/EntityLink";
import { textOf } from "../format/textOf";
import { Badge } from "../ui/display/Badge";
import { Card } from "../ui/display/Card";
import { pair } from "./frame/layout";
import type { Screen } from "./frame/screen";
import { type ScreenContext, section, view } from "./frame/section";
import type { RecordSubject } from "./frame/subject";
import { recordOf } from "./frame/subjects";
import { facts } from "./sections/card";

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
