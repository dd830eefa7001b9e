import { MAX_LIVE_API_KEYS, TRIAL_DAYS } from "#domain/people";
import { queryLimits } from "#domain/query";
import { gatedFlags } from "#domain/vocabulary";
import { ContactForm } from "../features/contact/ContactForm";
import { readReportAddress, reportedRow, reportMessage } from "../features/contact/factReport";
import { useCaller } from "../features/people/session/useCaller";
import { Offer, type OfferPart } from "../features/plans/Offer";
import { PlanTable } from "../features/plans/PlanTable";
import { CountTile, TileGrid } from "../features/provenance/TileGrid";
import type { RowsQuery } from "../rpc/marketQueries";
import { buttonClass } from "../ui/controls/Button";
import { Card } from "../ui/display/Card";
import { inUse } from "./frame/inUse";
import type { Screen } from "./frame/screen";
import { section, view } from "./frame/section";
import type { Subject } from "./frame/subject";
import { wholeMarket } from "./frame/subjects";

const TITLE = "Data & API Platform";
const DESCRIPTION =
  "Daily figures on tokenized real-world assets, each traceable to its source, as an API, as files and in your own charts.";

const counts = section({
  queries: () => ({
    networks: inUse("networks"),
    platforms: inUse("platforms"),
    measures: {
      rowsOf: "measures",
      pagination: { page: 1, perPage: 1 },
      fields: ["id"],
    } satisfies RowsQuery,
  }),
  render: ({ networks, platforms, measures }, { subject: { row } }) => (
    <TileGrid label="Key figures">
      {[
        { label: "Assets", count: Number(row?.asset_count ?? 0), info: "Assets in the catalog." },
        { label: "Tokens", count: Number(row?.token_count ?? 0), info: "Token contracts in the catalog." },
        {
          label: "Networks with assets",
          count: networks.pagination.resultCount,
          info: "Networks with at least one asset.",
        },
        {
          label: "Platforms with assets",
          count: platforms.pagination.resultCount,
          info: "Tokenization platforms with at least one asset.",
        },
        {
          label: "Metrics",
          count: measures.pagination.resultCount,
          info: "Metrics available through the API.",
        },
      ].map((tile) => (
        <CountTile key={tile.label} {...tile} />
      ))}
    </TileGrid>
  ),
});

const count = (figure: number) => figure.toLocaleString("en-US");

const parts: readonly OfferPart[] = [
  {
    title: "Data API",
    text: `Assets, tokens, platforms, issuers, networks and daily series over REST and JSON. One query language: filters up to ${queryLimits.filterDepth} groups deep, any sort, any grouping, only the fields you need.`,
    link: { href: "/api/v4/openapi.json", label: "OpenAPI description" },
  },
  {
    title: "Files",
    text: "Every table and every series as CSV, Excel, Parquet or JSON Lines, in full and with the filters you set.",
    link: { href: "/downloads", label: "Downloads" },
  },
  {
    title: "Provenance",
    text: "Trace any figure to its formula, inputs, source and time of import. Facts about assets name their source document.",
    link: { href: "/evidence", label: "Evidence" },
  },
  {
    title: "Reproducible history",
    text: "Every response carries a data version. The same query at the same version returns the same figures, so reports can be reproduced.",
  },
  {
    title: "Charting",
    text: "Any metric of any selection over time, grouped, compared and saved as a link.",
  },
  {
    title: "Teams",
    text: `Invite colleagues, manage their roles and use up to ${count(MAX_LIVE_API_KEYS)} API keys at once, each with its own expiry date.`,
  },
];

const offer = view(() => <Offer parts={parts} />);

function Plans() {
  const { id, features } = useCaller();
  // The features of an account can differ from those of everyone.
  const open = id === "" ? gatedFlags.filter((flag) => features[flag]) : [];
  return <PlanTable current={null} open={open} />;
}

const plansCompared = view(() => (
  <Card
    title="Compare plans"
    padded={false}
    footer={`Trials last ${TRIAL_DAYS} days unless agreed otherwise. Requests per minute are per key.`}
  >
    <Plans />
  </Card>
));

/** The contact form, prefilled if the URL names a fact of the catalog. */
const contact = section({
  queries: ({ search }) => {
    const fact = readReportAddress(search.report);
    return { reported: fact === null ? undefined : reportedRow(fact) };
  },
  render: ({ reported }, { search }) => {
    const fact = readReportAddress(search.report);
    const row = reported?.results[0];
    return fact !== null && row !== undefined ? (
      <ContactForm
        key={search.report}
        title="Report an error"
        description="Tell us what is wrong. A public source helps us to correct it sooner."
        topic="correction"
        message={reportMessage(fact, row)}
      />
    ) : (
      <ContactForm
        title="Request a plan or a trial"
        description="Tell us what you are building and which data you need."
        topic="plan"
      />
    );
  },
});

/** The data and API offer, and how to get access. */
export const platformOverview: Screen<Subject> = {
  isUndated: true,
  subject: wholeMarket(TITLE),
  header: {
    title: TITLE,
    description: DESCRIPTION,
    actions: () => (
      <a href="#contact" className={buttonClass({ variant: "primary" })}>
        Contact us
      </a>
    ),
  },
  lead: [counts],
  sections: [offer, plansCompared, contact],
  head: () => ({ title: TITLE, description: DESCRIPTION }),
};
