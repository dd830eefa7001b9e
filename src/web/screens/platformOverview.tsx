import { MAX_LIVE_API_KEYS, queryLimits, TRIAL_DAYS } from "#domain";
import { ContactForm } from "../features/contact/ContactForm";
import { Offer, type OfferPart } from "../features/plans/Offer";
import { PlanTable } from "../features/plans/PlanTable";
import { CountTile } from "../features/provenance/CountTile";
import { TileGrid } from "../features/provenance/TileGrid";
import type { RowsQuery } from "../rpc/marketQueries";
import { buttonClass } from "../ui/Button";
import { Card } from "../ui/Card";
import { inUse } from "./inUse";
import type { Screen } from "./screen";
import { section, view } from "./section";
import type { Subject } from "./subject";
import { wholeMarket } from "./subjects";

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
          label: "Networks",
          count: networks.pagination.resultCount,
          info: "Networks with at least one token.",
        },
        {
          label: "Platforms",
          count: platforms.pagination.resultCount,
          info: "Tokenization platforms with at least one token.",
        },
        { label: "Metrics", count: measures.pagination.resultCount, info: "Metrics that the API answers." },
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
    text: `Assets, tokens, platforms, issuers, networks and daily series over REST and JSON. One query language: filters up to ${queryLimits.filterDepth} groups deep, any sort, any grouping, the fields you name.`,
    link: { href: "/api/v4/openapi.json", label: "OpenAPI description" },
  },
  {
    title: "Files",
    text: "Every table and every series as CSV, Excel, Parquet or JSON Lines, in full and with the filters you set.",
    link: { href: "/downloads", label: "Downloads" },
  },
  {
    title: "Provenance",
    text: "Ask any figure where it comes from: formula, inputs, source and time of import. Facts about assets name the document that states them.",
    link: { href: "/evidence", label: "Evidence" },
  },
  {
    title: "History that stands still",
    text: "Every answer carries a data version. The same query at the same version gives the same figures, so a report can be repeated.",
  },
  {
    title: "Charting",
    text: "Any metric of any selection over time, grouped and compared, kept as a link.",
  },
  {
    title: "Teams",
    text: `Invite colleagues, manage their roles, and hold up to ${count(MAX_LIVE_API_KEYS)} API keys at once, each with its own expiry.`,
  },
];

const offer = view(() => <Offer parts={parts} />);

const plansCompared = view(() => (
  <Card
    title="Plans compared"
    padded={false}
    footer={`A trial is a plan for ${TRIAL_DAYS} days, unless agreed otherwise. Requests per minute count per key.`}
  >
    <PlanTable current={null} />
  </Card>
));

const contact = view(() => (
  <ContactForm
    title="Ask for a plan or a trial"
    description="Say what you build and which data you need."
    topic="plan"
  />
));

/** What the data and API platform offers, and how to get it. */
export const platformOverview: Screen<Subject> = {
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
