import { ContactForm } from "../features/contact/ContactForm";
import { Offer } from "../features/plans/Offer";
import { CountTile } from "../features/provenance/CountTile";
import { TileGrid } from "../features/provenance/TileGrid";
import { SourceTable } from "../features/sources/SourceTable";
import { Card } from "../ui/display/Card";
import type { Screen } from "./frame/screen";
import { section, view } from "./frame/section";
import type { Subject } from "./frame/subject";
import { wholeMarket } from "./frame/subjects";

const TITLE = "Data Partners";
const DESCRIPTION =
  "Who supplies the figures and documents behind this site, how many and since when, and how to supply yours.";

const counts = section({
  queries: () => ({
    documents: { rowsOf: "cited_documents", pagination: { page: 1, perPage: 1 }, fields: ["id"] } as const,
    facts: { rowsOf: "evidence", pagination: { page: 1, perPage: 1 }, fields: ["id"] } as const,
  }),
  render: ({ documents, facts }, { status: { sources } }) => (
    <TileGrid label="Key figures">
      <CountTile
        label="Sources"
        count={sources.length}
        info="Files, feeds and networks that supply figures."
      />
      <CountTile
        label="Observations"
        count={sources.reduce((total, { observations }) => total + observations, 0)}
        info="Values as reported, one per source, metric, token and day."
      />
      <CountTile
        label="Documents"
        count={documents.pagination.resultCount}
        info="Public documents that are the sources of facts about assets."
      />
      <CountTile label="Facts" count={facts.pagination.resultCount} info="Dated facts about assets." />
    </TileGrid>
  ),
});

const sources = view(({ status }) => (
  <Card title="Sources of figures" description="Every figure on this site names its source." padded={false}>
    <SourceTable sources={status.sources} />
  </Card>
));

const ways = view(() => (
  <section aria-labelledby="become-a-partner">
    <h2 id="become-a-partner" className="mb-2 font-semibold text-base tracking-tight">
      How to become a data partner
    </h2>
    <Offer
      parts={[
        {
          title: "Send a file",
          text: "CSV, JSON Lines or Parquet with an entity, a metric, a day and a value in each row. Other column layouts are mapped once; invalid rows come back with the reason.",
        },
        {
          title: "List your contracts",
          text: "Addresses, networks and decimals of your tokens, each with a public source.",
        },
        {
          title: "Point to your documents",
          text: "Public attestations, audits, terms and fees. Each fact is shown with its date and source document.",
          link: { href: "/citations", label: "Documents cited" },
        },
      ]}
    />
  </section>
));

const contact = view(() => (
  <ContactForm
    title="Supply your data"
    description="Tell us which assets the data covers, how often it changes and in what format you have it."
    topic="data_partner"
  />
));

/** Who feeds the installation, and how to join them. */
export const dataPartners: Screen<Subject> = {
  subject: wholeMarket(TITLE),
  header: { title: TITLE, description: DESCRIPTION },
  lead: [counts],
  sections: [sources, ways, contact],
  head: () => ({ title: TITLE, description: DESCRIPTION }),
};
