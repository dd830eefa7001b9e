import { useRouteContext } from "@tanstack/react-router";
import type { MarketStatus } from "#domain/api";
import { CitationList } from "../features/citations/CitationList";
import type { TableSpec } from "../features/table/query/tableQuery";
import { formatDataVersion } from "../format/formatDataVersion";
import { formatDate } from "../format/formatDate";
import { Card } from "../ui/display/Card";
import type { Screen } from "./frame/screen";
import { section, view } from "./frame/section";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { card } from "./sections/card";
import { wholeTable } from "./sections/table";

/** A citation to copy: publisher, date of the figures, data version and URL. */
function HowToCite({ status }: { status: MarketStatus }) {
  const { brand, origin } = useRouteContext({ from: "__root__" }).site;
  const asOf =
    status.as_of === null
      ? ""
      : ` Data as of ${formatDate(status.as_of)}, version ${formatDataVersion(status.data_version)}.`;
  return (
    <Card
      title="How to cite"
      description="State the date of the figures: they are revised as sources report."
    >
      <p className="break-words rounded-md bg-sunken px-3 py-2 text-md">
        {brand}, market data on tokenized real-world assets.{asOf} {origin}/
      </p>
      <p className="mt-3 text-md text-muted">
        To cite one figure, add the URL of its page, which includes the period, the grouping and every filter.
        “Where these figures come from” on that page lists its inputs and sources.
      </p>
    </Card>
  );
}

const documents = {
  resource: "cited_documents",
  columns: ["document", "publisher", "date", "fact_count", "asset_count", "kinds", "source_url"],
  perPage: 25,
} satisfies TableSpec;

const TITLE = "Media & Citations";

const media = card<Subject>(
  "In the media",
  section({
    queries: () => ({
      citations: {
        rowsOf: "citations",
        pagination: { page: 1, perPage: 100 },
        fields: ["title", "publisher", "medium", "authors", "published", "language", "quote", "source_url"],
      } as const,
    }),
    render: ({ citations: { results } }) => <CitationList citations={results} />,
  }),
);

const howToCite = view(({ status }) => <HowToCite status={status} />);

const documentsHeading = view(() => (
  <div>
    <h2 className="font-semibold text-base tracking-tight">Documents cited</h2>
    <p className="text-muted text-sm">Public documents that are the sources of facts about assets.</p>
  </div>
));

/** Publications that cite the data, how to cite it, and its own sources. */
export const citations: Screen<Subject> = {
  isUndated: true,
  subject: rowsListed(
    documents,
    "Publications that cite this data, how to cite it, and the public documents it is based on.",
  ),
  header: { title: TITLE },
  sections: [media, howToCite, documentsHeading, wholeTable(documents)],
  head: ({ description }) => ({ title: TITLE, description: description ?? TITLE }),
};
