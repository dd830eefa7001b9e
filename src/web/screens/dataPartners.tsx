import { useSuspenseQuery } from "@tanstack/react-query";
import { ContactForm } from "../features/contact/ContactForm";
import { Offer } from "../features/plans/Offer";
import { CountTile, TileGrid } from "../features/provenance/TileGrid";
import { SourceTable } from "../features/sources/SourceTable";
import { useTrpc } from "../rpc/useTrpc";
import { Card } from "../ui/display/Card";
import type { Screen } from "./frame/screen";
import { type Section, section, view } from "./frame/section";
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
  render: ({ documents, facts }) => (
    <TileGrid label="Key figures">
      <SourceTiles />
      <CountTile
        label="Documents"
        count={documents.pagination.resultCount}
        info="Public documents that are the sources of facts about assets."
      />
      <CountTile label="Facts" count={facts.pagination.resultCount} info="Dated facts about assets." />
    </TileGrid>
  ),
});

const useSources = () => useSuspenseQuery(useTrpc().market.allSources.queryOptions()).data;

function SourceTiles() {
  const all = useSources();
  return (
    <>
      <CountTile label="Sources" count={all.length} info="Issuers, data vendors, feeds and networks." />
      <CountTile
        label="Observations"
        count={all.reduce((total, { observations }) => total + observations, 0)}
        info="Values as reported, one per source, metric, token and day."
      />
    </>
  );
}

function Sources() {
  return (
    <Card title="Sources of figures" description="Every figure on this site names its source." padded={false}>
      <SourceTable sources={useSources()} />
    </Card>
  );
}

const sources: Section<Subject> = {
  load: ({ api: { queryClient, trpc } }) =>
    queryClient.query({ ...trpc.market.allSources.queryOptions(), staleTime: "static" }),
  show: () => <Sources />,
};

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

/** The sources of the installation, and how to become one. */
export const dataPartners: Screen<Subject> = {
  isUndated: true,
  subject: wholeMarket(TITLE),
  header: { title: TITLE, description: DESCRIPTION },
  lead: [counts],
  sections: [sources, ways, contact],
  head: () => ({ title: TITLE, description: DESCRIPTION }),
};
